import { describe, expect, it } from 'vitest'
import type { PullRequest } from '#contract/sync/sync.ts'
import { CacheDb, openCache } from '#src/data/cache/cache-db.ts'
import { dexieCache, readMeta } from '#src/data/cache/dexie-cache.ts'
import { readOwn, readRow, readRows } from '#src/data/cache/read-rows.ts'
import { signedIn } from '#src/data/outbox/identity.ts'
import { queueView } from '#src/data/outbox/store/queue-model.ts'
import { applyPage } from '#src/data/pull/apply-page.ts'
import { type PullEnv, type PullReply, pullRound } from '#src/data/pull/pull-round.ts'
import { ann, bob, lab } from '#tests/unit/outbox/lab.ts'
import { testKinds } from '#tests/unit/outbox/phone.ts'
import { Feed } from './feed.ts'

const phone = async (limit = 2) => {
  const base = await lab()
  const feed = new Feed()
  const db = await openCache(ann, base.indexedDb)
  const asked: PullRequest[] = []
  const script: (() => PullReply | Promise<PullReply>)[] = []
  const serve = (request: PullRequest): PullReply => {
    const answer = feed.answer(request)
    return answer === 'resync' ? { kind: 'status', http: 410, code: 'resync' } : { kind: 'answer', answer }
  }
  const env: PullEnv = {
    cache: dexieCache(db),
    outbox: base.store,
    locks: base.env.locks,
    who: ann,
    limit,
    transport: {
      renew: base.env.transport.renew,
      pull: async (request) => {
        asked.push(structuredClone(request))
        return script.shift()?.() ?? serve(request)
      },
    },
  }
  const read = { cache: db, outbox: base.store, kinds: testKinds, who: ann }
  const rows = () => readRows(read, 'card')
  const raw = async () => ({ rows: await db.rows.toArray(), cursors: await db.cursors.toArray(), meta: await readMeta(db) })
  const fill = (scope: string, from: number, to: number) => {
    for (let n = from; n <= to; n += 1) feed.put(scope, String(n), { name: `card ${n}`, version: 1 })
  }
  return { ...base, feed, db, env, asked, script, serve, read, rows, raw, fill, pull: () => pullRound(env) }
}

const never = new Promise<never>(() => {})

/** A pull of another window that dies at a point; resolves once it has got there. */
const killedAt = (point: string, env: PullEnv): Promise<void> =>
  new Promise((there) => {
    void pullRound({
      ...env,
      locks: { ...env.locks, attempt: (_name, work) => work() },
      checkpoint: (name) => {
        if (name !== point) return undefined
        there()
        return never
      },
    })
  })

describe('pulling', () => {
  it('loads page by page and then only what changed', async () => {
    const { feed, fill, pull, rows, asked } = await phone()
    fill('a', 1, 5)
    expect(await pull()).toBe('whole')
    expect(await rows()).toEqual(feed.truth())
    expect(asked).toHaveLength(3)
    feed.put('a', '3', { name: 'changed', version: 2 })
    feed.remove('a', '4')
    expect(await pull()).toBe('whole')
    expect(asked).toHaveLength(4)
    expect(await rows()).toEqual(feed.truth())
    expect(await rows()).toHaveLength(4)
  })

  it.each([
    ['pull', 0],
    ['pulled', 0],
    ['epoch', 0],
    ['applied', 2],
  ])('[F48] killed at "%s": the next pull goes on from what is stored, to the same end', async (point, held) => {
    const { env, feed, fill, pull, rows, db, asked } = await phone()
    fill('a', 1, 5)
    await killedAt(point, env)
    expect(await db.rows.count()).toBe(held)
    asked.length = 0
    expect(await pull()).toBe('whole')
    expect(asked[0]?.cursors).toEqual(held === 0 ? {} : { a: '2' })
    expect(await rows()).toEqual(feed.truth())
  })

  it('[F48] the same page applied again changes nothing', async () => {
    const { fill, pull, raw, feed, env } = await phone(10)
    fill('a', 1, 5)
    feed.remove('a', '2')
    await pull()
    const before = await raw()
    const page = feed.answer({ cursors: {}, limit: 10 })
    if (page === 'resync') throw new Error('no page')
    const state = await env.cache.read()
    const keys = page.changes.map(({ entity, id }): [string, string] => [entity, id])
    expect(await env.cache.update({ keys, scopes: page.scopes }, (view) => applyPage(view, { who: ann, state }, page))).toBe('whole')
    expect(await raw()).toEqual(before)
  })

  it('a page overtaken by another tab is discarded', async () => {
    const { env, fill, feed, pull, rows, script, serve } = await phone(10)
    fill('a', 1, 2)
    const old = serve({ cursors: {}, limit: 10 })
    script.push(async () => {
      feed.remove('a', '1')
      await pullRound({ ...env, locks: { ...env.locks, attempt: (_name, work) => work() } })
      return old
    })
    await pull()
    expect(await rows()).toEqual(feed.truth())
  })

  it('[F50] a lost scope takes its rows along, except those that another scope holds; a gained one is loaded alone', async () => {
    const { feed, fill, pull, rows, asked, db } = await phone(50)
    feed.scopes = ['a', 'b']
    fill('a', 1, 3)
    fill('b', 3, 5)
    await pull()
    expect(await rows()).toHaveLength(5)
    // A plan counts devices, so it goes with any scope, and with none it stays.
    await db.plans.put({ floorId: '1', rooms: ['2'], at: 0 })
    await pull()
    expect(await db.plans.count()).toBe(1)
    feed.scopes = ['b', 'c']
    fill('c', 6, 7)
    await pull()
    expect(await db.plans.count()).toBe(0)
    expect((await rows()).map((row) => row.id)).toEqual(['3', '4', '5', '6', '7'])
    expect((await db.cursors.toArray()).map((row) => row.scope)).toEqual(['b', 'c'])
    asked.length = 0
    await pull()
    expect(Object.keys(asked[0]?.cursors ?? {})).toEqual(['b', 'c'])
    expect(await rows()).toEqual(feed.truth())
    feed.scopes = []
    await pull()
    expect(await rows()).toEqual([])
  })

  it('[F51] a card that moves between two held scopes stays, and leaves with the tombstone of the only one', async () => {
    const { feed, pull, rows } = await phone(50)
    feed.scopes = ['a', 'b']
    feed.put('a', '1', { name: 'x', version: 1 })
    await pull()
    feed.remove('a', '1')
    feed.put('b', '1', { name: 'x', version: 2 })
    await pull()
    expect(await rows()).toMatchObject([{ id: '1', version: 2 }])
    feed.remove('b', '1')
    await pull()
    expect(await rows()).toEqual([])
  })

  it('[F52] a cursor older than the tombstones loads everything again beside what is readable, pending ops untouched', async () => {
    const { feed, fill, pull, rows, env, write, queue, raw, asked } = await phone()
    fill('a', 1, 4)
    await pull()
    const id = await write({ target: { type: 'card', id: '1' } })
    feed.remove('a', '1')
    feed.remove('a', '2')
    feed.oldest = 6
    asked.length = 0
    await killedAt('applied', env)
    expect((await rows()).map((row) => row.id)).toEqual(['1', '2', '3', '4'])
    expect((await raw()).meta.loading).toMatchObject({ gen: 2 })
    feed.oldest = 0
    expect(await pull()).toBe('whole')
    const { rows: stored, meta } = await raw()
    expect(stored.map((row) => [row.gen, row.id])).toEqual([
      [2, '3'],
      [2, '4'],
    ])
    expect(meta).toMatchObject({ loading: null, current: { gen: 2, complete: true } })
    expect((await queue()).map((op) => op.id)).toEqual([id])
  })

  it('a server that answers 410 to an empty cursor does not cause an endless loop', async () => {
    const { pull, script } = await phone()
    for (let n = 0; n < 5; n += 1) script.push(() => ({ kind: 'status', http: 410, code: 'resync' }))
    expect(await pull()).toBe('lost')
    expect(script).toHaveLength(4)
  })

  it('a refusal ends the round and keeps what is there; that of another session says whose it is', async () => {
    const { fill, pull, raw, script } = await phone()
    fill('a', 1, 1)
    await pull()
    const before = await raw()
    for (const http of [400, 403, 500]) {
      script.push(() => ({ kind: 'status', http }))
      expect(await pull(), `${http}`).toBe('lost')
    }
    script.push(() => ({ kind: 'status', http: 403, code: 'identity_mismatch' }))
    expect(await pull()).toBe('foreign')
    expect(await raw()).toEqual(before)
  })

  it('[F45] a new epoch loads everything again and sends the done ops again', async () => {
    const { feed, fill, pull, rows, raw, write, drain, queue, server } = await phone()
    fill('a', 1, 3)
    server.epoch = feed.epoch
    const id = await write({ target: { type: 'card', id: '1' } })
    await drain()
    await pull()
    feed.epoch = 'epoch-2'
    feed.remove('a', '3')
    expect(await pull()).toBe('whole')
    expect(await rows()).toMatchObject([{ id: '1', notes: [id] }, { id: '2' }])
    expect((await raw()).meta.current).toMatchObject({ gen: 2, epoch: 'epoch-2' })
    expect((await queue()).map((op) => op.id)).toEqual([id])
  })

  it('[F53] an answer for the previous person is discarded', async () => {
    const { env, db, fill, script, serve, raw, pull, store } = await phone(10)
    fill('a', 1, 3)
    script.push(async () => {
      await db.meta.put({ k: 'owner', v: bob })
      return serve({ cursors: {}, limit: 10 })
    })
    expect(await pull()).toBe('foreign')
    expect((await raw()).rows).toEqual([])
    await db.meta.put({ k: 'owner', v: ann })
    await signedIn(store, bob)
    expect(await pullRound(env)).toBe('foreign')
    expect((await raw()).rows).toEqual([])
  })

  it('[F53] a cache that a log-out deleted is not filled again by a late answer', async () => {
    const { fill, script, serve, pull, db, indexedDb } = await phone(10)
    fill('a', 1, 3)
    script.push(async () => {
      await db.delete({ disableAutoOpen: false })
      return serve({ cursors: {}, limit: 10 })
    })
    expect(await pull()).toBe('foreign')
    expect(await new CacheDb('eam-cache-t1-ann', indexedDb).rows.count()).toBe(0)
  })

  it('[F21] [F22] renews the session once, and asks for a log-in when that is refused', async () => {
    const { pull, script, renewals, rows, fill, store } = await phone(10)
    fill('a', 1, 1)
    const expired = (): PullReply => ({ kind: 'status', http: 401, code: 'signed_out' })
    script.push(expired)
    expect(await pull()).toBe('whole')
    expect(await rows()).toHaveLength(1)
    script.push(() => ({ kind: 'lost' }))
    expect(await pull()).toBe('lost')
    script.push(expired)
    renewals.push('refused')
    expect(await pull()).toBe('login')
    // The person learns why no news arrive, also with an empty queue.
    expect(queueView(await store.read())).toMatchObject({ waiting: 0, loginNeeded: true })
  })

  it('tells the own writes of one kind that the pulled rows do not show yet', async () => {
    const { read, write, flush } = await phone()
    const first = await write()
    await write({ kind: 'card.set', target: { type: 'room', id: '1' } })
    const own = async () => (await readOwn(read, 'note.add')).map((op) => [op.id, 'at' in op])
    expect(await own()).toEqual([[first, false]])
    await flush()
    expect(await own()).toEqual([[first, true]])
    expect(await readOwn(read, 'poison')).toEqual([])
  })

  it('shows an own write from storing to arrival without a gap', async () => {
    const { feed, pull, read, write, drain, server } = await phone(10)
    feed.put('a', '1', { name: 'old', version: 0 })
    server.epoch = feed.epoch
    await pull()
    const name = async () => (await readRow(read, 'card', '1'))?.row.name
    expect(await name()).toBe('old')
    await write({ kind: 'card.set', body: { name: 'new' }, baseVersion: 0 })
    expect(await readRow(read, 'card', '1')).toMatchObject({ row: { name: 'new' }, pending: true })
    await drain()
    expect(await name()).toBe('new')
    await pull()
    expect(await name()).toBe('new')
    for (let n = 0; n < 200; n += 1) feed.put('a', '2', { n })
    feed.put('a', '1', { name: 'new', version: 1 })
    await pull()
    expect(await readRow(read, 'card', '1')).toEqual({ row: { id: '1', name: 'new', version: 1 }, pending: false })
  })
})
