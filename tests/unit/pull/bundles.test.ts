import { describe, expect, it } from 'vitest'
import type { BundleRequest } from '#contract/sync/sync-bundle.ts'
import { openCache } from '#src/data/cache/cache-db.ts'
import { compactBundles } from '#src/data/cache/compact-bundles.ts'
import { dexieCache, readMeta } from '#src/data/cache/dexie-cache.ts'
import { heldByIds, heldRow } from '#src/data/cache/held-rows.ts'
import { readRow, readRows, readWritten } from '#src/data/cache/read-rows.ts'
import type { RenewReply } from '#src/data/outbox/ports.ts'
import { applyBundle } from '#src/data/pull/apply-bundle.ts'
import { type BundleReply, type PullEnv, pullRound } from '#src/data/pull/pull-round.ts'
import { ann, lab } from '#tests/unit/outbox/lab.ts'
import { testKinds } from '#tests/unit/outbox/phone.ts'
import { Feed } from './feed.ts'

const idOf = (n: number): string => `0190${String(n).padStart(4, '0')}-0000-7000-8000-0000000000${String(n % 100).padStart(2, '0')}`

const phone = async () => {
  const base = await lab()
  const feed = new Feed()
  feed.large = 'card'
  feed.bundleFrom = -1
  const db = await openCache(ann, base.indexedDb)
  const packs: BundleRequest[] = []
  const script: (() => BundleReply | undefined)[] = []
  const env: PullEnv = {
    cache: dexieCache(db),
    outbox: base.store,
    locks: base.env.locks,
    who: ann,
    limit: 3,
    bundleRows: 2,
    transport: {
      renew: base.env.transport.renew,
      pull: async (request) => {
        const answer = feed.answer(request)
        return answer === 'resync' ? { kind: 'status', http: 410, code: 'resync' } : { kind: 'answer', answer }
      },
      bundle: async (request) => {
        packs.push(structuredClone(request))
        const scripted = script.shift()?.()
        if (scripted) return scripted
        const answer = feed.bundle(request)
        return answer === 'forbidden' ? { kind: 'status', http: 403, code: 'forbidden' } : { kind: 'answer', answer }
      },
    },
  }
  const read = { cache: db, outbox: base.store, kinds: testKinds, who: ann }
  const rows = () => readRows(read, 'card')
  const fill = (scope: string, from: number, to: number) => {
    for (let n = from; n <= to; n += 1) feed.put(scope, idOf(n), { name: `card ${n}`, version: 1 })
  }
  const raw = async () => ({
    rows: await db.rows.toArray(),
    packs: await db.packs.toArray(),
    loads: await db.loads.toArray(),
    cursors: await db.cursors.toArray(),
    meta: await readMeta(db),
  })
  /** A pull that stops forever at the nth time it passes a point. */
  const killedAt = async (point: string, nth: number): Promise<void> => {
    let seen = 0
    const passed = new Promise<void>((reached) => {
      void pullRound({
        ...env,
        locks: { ...env.locks, attempt: (_name, work) => work() },
        checkpoint: (name) => {
          if (name === point) seen += 1
          if (name !== point || seen < nth) return undefined
          reached()
          return new Promise<never>(() => {})
        },
      })
    })
    await passed
  }
  return { ...base, feed, db, env, packs, script, read, rows, fill, raw, killedAt, pull: () => pullRound(env) }
}

describe('a first load by packs', () => {
  it('holds the same as the server, in packs, and later changes over them', async () => {
    const { feed, fill, pull, rows, raw, packs } = await phone()
    fill('a', 1, 5)
    feed.put('a', 'x', { title: 'not large' }, 'note')
    expect(await pull()).toBe('whole')
    expect(await rows()).toEqual(feed.truth().filter((row) => row.id !== 'x'))
    expect(packs.map(({ after }) => after)).toEqual([null, idOf(2), idOf(4)])
    expect((await raw()).rows.map((row) => row.entity)).toEqual(['note'])
    expect((await raw()).packs.map((bundle) => bundle.size)).toEqual([2, 2, 1])
    feed.put('a', idOf(3), { name: 'changed', version: 2 })
    feed.put('a', idOf(9), { name: 'new', version: 1 })
    feed.remove('a', idOf(4))
    await pull()
    expect(packs).toHaveLength(3)
    expect(await rows()).toEqual(feed.truth().filter((row) => row.id !== 'x'))
    feed.put('a', idOf(4), { name: 'back again', version: 3 })
    await pull()
    expect(await rows()).toEqual(feed.truth().filter((row) => row.id !== 'x'))
  })

  it('reads one row, some rows and all rows alike, the own unsent writes in them', async () => {
    const { feed, fill, pull, read, db, write } = await phone()
    fill('a', 1, 5)
    await pull()
    feed.put('a', idOf(2), { name: 'changed', version: 2 })
    feed.remove('a', idOf(3))
    await pull()
    const held = { cache: db, gen: 1, entity: 'card' }
    expect(await heldRow(held, idOf(5))).toEqual({ id: idOf(5), name: 'card 5', version: 1 })
    expect(await heldRow(held, idOf(3))).toBeUndefined()
    expect(await heldRow(held, idOf(7))).toBeUndefined()
    expect(await heldRow(held, 'no uuid')).toBeUndefined()
    const some = await heldByIds(held, [5, 2, 3, 8, 1].map(idOf))
    expect(some.map((row) => row.name)).toEqual(['card 5', 'changed', 'card 1'])
    const id = await write({ target: { type: 'card', id: idOf(4) } })
    expect(await readRow(read, 'card', idOf(4))).toEqual({ row: { id: idOf(4), name: 'card 4', version: 1, notes: [id] }, pending: true })
    expect([...(await readWritten(read, 'card'))]).toEqual([[idOf(4), expect.objectContaining({ name: 'card 4', notes: [id] })]])
  })

  it.each([
    ['pack', 1, 0],
    ['packed', 1, 0],
    ['applied', 2, 2],
    ['pack', 2, 2],
    ['packed', 2, 2],
    ['applied', 3, 4],
    ['applied', 4, 5],
  ])('[F48] killed at "%s" the %i. time: the next pull goes on behind the packs that are stored', async (point, nth, held) => {
    const { feed, fill, pull, rows, packs, killedAt, raw } = await phone()
    fill('a', 1, 5)
    await killedAt(point, nth)
    expect(await rows()).toHaveLength(held)
    expect((await raw()).meta.current).toMatchObject({ complete: false, horizon: null })
    packs.length = 0
    expect(await pull()).toBe('whole')
    const after = [null, null, idOf(2), idOf(2), idOf(4)][held]
    expect(packs.map((one) => one.after)[0]).toEqual(held === 5 ? undefined : after)
    expect(await rows()).toEqual(feed.truth())
    expect((await raw()).meta.current).toMatchObject({ complete: true })
    expect((await raw()).loads).toEqual([])
  })

  it('[F48] a pack that is cut comes again, and the same pack twice changes nothing', async () => {
    const { feed, fill, pull, rows, script, env, raw } = await phone()
    fill('a', 1, 5)
    script.push(
      () => undefined,
      () => ({ kind: 'lost' }),
    )
    expect(await pull()).toBe('lost')
    expect(await rows()).toHaveLength(2)
    const state = await env.cache.read()
    const answer = feed.bundle({ feed: 'a#card', after: idOf(2), rows: 2 })
    if (answer === 'forbidden') throw new Error('no pack')
    const apply = () => env.cache.update({ keys: [] }, (view) => applyBundle(view, { who: ann, state, feed: 'a#card' }, answer))
    expect(await apply()).toBe('applied')
    const once = await raw()
    expect(await apply()).toBe('overtaken')
    expect(await raw()).toEqual(once)
    expect(await pull()).toBe('whole')
    expect(await rows()).toEqual(feed.truth())
  })

  it('[F49] what changes between two packs is there at the end, whichever pack it was in', async () => {
    const { feed, fill, pull, rows, script, raw } = await phone()
    fill('a', 1, 6)
    script.push(
      () => undefined,
      () => {
        feed.put('a', idOf(1), { name: 'behind us', version: 2 })
        feed.put('a', idOf(5), { name: 'before us', version: 2 })
        feed.put('a', idOf(0), { name: 'added behind', version: 1 })
        feed.remove('a', idOf(2))
        feed.remove('a', idOf(6))
        return undefined
      },
    )
    expect(await pull()).toBe('whole')
    expect(await rows()).toEqual(feed.truth())
    expect((await raw()).cursors.find((row) => row.scope === 'a#card')?.cursor).not.toBeNull()
  })

  it('[F50] a lost department takes its packs and what lies over them; a gained one is loaded alone', async () => {
    const { feed, fill, pull, rows, raw, packs } = await phone()
    feed.scopes = ['a', 'b']
    fill('a', 1, 3)
    fill('b', 4, 6)
    await pull()
    feed.put('a', idOf(2), { name: 'changed', version: 2 })
    feed.remove('a', idOf(3))
    await pull()
    feed.scopes = ['b', 'c']
    fill('c', 7, 8)
    packs.length = 0
    await pull()
    expect(await rows()).toEqual(feed.truth())
    expect(packs.map((one) => one.feed)).toEqual(['c#card', 'c#card'])
    expect((await raw()).rows).toEqual([])
    expect([...new Set((await raw()).packs.map((bundle) => bundle.feed))]).toEqual(['b#card', 'c#card'])
    feed.scopes = ['a', 'b']
    await pull()
    expect(await rows()).toEqual(feed.truth())
  })

  it('[F50] a department that is lost between two packs ends its load', async () => {
    const { feed, fill, pull, rows, script, raw } = await phone()
    feed.scopes = ['a', 'b']
    fill('a', 1, 4)
    fill('b', 5, 6)
    script.push(
      () => undefined,
      () => {
        feed.scopes = ['b']
        return undefined
      },
    )
    expect(await pull()).toBe('whole')
    expect(await rows()).toEqual(feed.truth())
    expect((await raw()).loads).toEqual([])
  })

  it('gives up for now when packs are always refused', async () => {
    const { fill, pull, script, packs } = await phone()
    fill('a', 1, 3)
    for (let n = 0; n < 20; n += 1) script.push(() => ({ kind: 'status', http: 403, code: 'forbidden' }))
    expect(await pull()).toBe('lost')
    expect(packs.length).toBeLessThan(6)
  })

  it('[F51] a card that moves between two departments with packs is shown once and leaves with the last of them', async () => {
    const { feed, fill, pull, rows } = await phone()
    feed.scopes = ['a', 'b']
    fill('a', 1, 2)
    fill('b', 3, 4)
    await pull()
    feed.remove('a', idOf(1))
    feed.put('b', idOf(1), { name: 'moved', version: 2 })
    await pull()
    expect(await rows()).toEqual(feed.truth())
    feed.scopes = ['a']
    await pull()
    expect((await rows()).map((row) => row.id)).toEqual([idOf(2)])
  })

  it('[F52] a cursor older than the tombstones loads new packs beside the old ones, which stay readable until the end', async () => {
    const { feed, fill, pull, rows, raw, killedAt, write, queue, read } = await phone()
    fill('a', 1, 4)
    await pull()
    const id = await write({ target: { type: 'card', id: idOf(1) } })
    feed.remove('a', idOf(1))
    feed.oldest = 99
    await killedAt('pack', 1)
    feed.oldest = 0
    expect((await rows()).map((row) => row.id)).toEqual([1, 2, 3, 4].map(idOf))
    expect((await raw()).meta).toMatchObject({ loading: { gen: 2 }, current: { gen: 1 } })
    expect(await pull()).toBe('whole')
    const after = await raw()
    expect([...new Set(after.packs.map((bundle) => bundle.gen))]).toEqual([2])
    expect(after.meta).toMatchObject({ loading: null, current: { gen: 2, complete: true } })
    // The own unsent write still shows the card that is gone.
    expect((await rows()).map((row) => row.id)).toEqual([2, 3, 4, 1].map(idOf))
    expect(await heldRow({ ...read, gen: 2, entity: 'card' }, idOf(1))).toBeUndefined()
    expect((await queue()).map((op) => op.id)).toEqual([id])
  })
})

describe('many changes over packs', () => {
  it('are put into them, and nothing looks different', async () => {
    const { feed, fill, pull, rows, raw, db } = await phone()
    feed.scopes = ['a', 'b']
    fill('a', 2, 7)
    fill('b', 20, 21)
    await pull()
    feed.put('a', idOf(1), { name: 'before all', version: 1 })
    feed.put('a', idOf(9), { name: 'behind all', version: 1 })
    feed.put('a', idOf(4), { name: 'changed', version: 5 })
    feed.remove('a', idOf(5))
    feed.remove('a', idOf(6))
    feed.put('b', idOf(6), { name: 'moved', version: 2 })
    await pull()
    await compactBundles(db, 1, 99)
    expect((await raw()).rows).toHaveLength(5)
    await compactBundles(db, 1, 2)
    // The card that moved is held by another scope and stays.
    expect((await raw()).rows.map((row) => row.id)).toEqual([idOf(6)])
    expect(await rows()).toEqual(feed.truth())
    feed.put('a', idOf(4), { name: 'again', version: 6 })
    await pull()
    expect(await rows()).toEqual(feed.truth())
  })

  it('stay where they are while they are few, are of another generation, or lie over packs of two feeds', async () => {
    const { fill, pull, feed, db, raw } = await phone()
    fill('a', 1, 4)
    await pull()
    for (const n of [1, 2]) feed.put('a', idOf(n), { name: 'changed', version: 2 })
    await pull()
    await compactBundles(db, 1, 2)
    expect((await raw()).rows).toHaveLength(2)
    const [row] = (await raw()).rows
    const apart = [
      { ...row!, gen: 0 },
      { ...row!, id: idOf(3), over: ['a#card', 'b#card'] },
    ]
    await db.rows.bulkPut(apart)
    await compactBundles(db, 1, 1)
    expect((await raw()).rows).toEqual(apart)
  })
})

describe('a pack that does not come', () => {
  const status = (http: number, code?: string): BundleReply => ({ kind: 'status', http, code })
  const answered = async (reply: BundleReply, ...renewals: RenewReply[]) => {
    const base = await phone()
    base.fill('a', 1, 3)
    base.renewals.push(...renewals)
    base.script.push(() => reply)
    const outcome = await base.pull()
    return { ...base, outcome }
  }

  it.each([
    [status(400), 'whole'],
    [status(403), 'whole'],
    [status(428), 'whole'],
    [status(399), 'lost'],
    [status(429), 'lost'],
    [status(500), 'lost'],
    [{ kind: 'lost' }, 'lost'],
    [status(403, 'identity_mismatch'), 'foreign'],
    [status(401), 'login', 'refused'],
    [status(401), 'lost', 'lost'],
    [status(401), 'whole', 'renewed'],
  ] as [BundleReply, string, ...RenewReply[]][])('answered by %o ends the round as %s', async (reply, outcome, ...renewals) => {
    expect((await answered(reply, ...renewals)).outcome).toBe(outcome)
  })

  it('goes on in the next round behind what that asks for first, without a look at the queue', async () => {
    const { env, store, pull, packs } = await answered({ kind: 'lost' })
    const asked: string[] = []
    const wants: unknown[] = []
    env.checkpoint = (name) => void asked.push(name)
    env.outbox = {
      ...store,
      read: (want) => {
        wants.push(want)
        return store.read(want)
      },
    }
    expect(packs).toHaveLength(1)
    expect(await pull()).toBe('whole')
    expect(asked[0]).toBe('pull')
    expect(new Set(wants.map((want) => JSON.stringify(want)))).toEqual(new Set(['{"ops":false}']))
  })
})
