import { describe, expect, it } from 'vitest'
import { canonical, DISCARD_KIND } from '#contract/sync/sync.ts'
import { AlreadyResolved, chainOf, discard, goingOn, resend, retry } from '#src/data/outbox/settle/resolve.ts'
import { queueView } from '#src/data/outbox/store/queue-model.ts'
import { lab } from './lab.ts'

const card = (id: string) => ({ type: 'card', id })

describe('answers that need a person', () => {
  it('[F17] parks a poisoned op at the head of its lane and drains the others', async () => {
    const { write, drain, effects, find, queue } = await lab()
    const poison = await write({ kind: 'poison' })
    const behind = await write()
    const other = await write({ target: card('2') })
    await drain()
    expect(effects()).toEqual([other])
    expect(await find(poison)).toMatchObject({ state: 'rejected', lastError: { code: 'rule', http: 400 } })
    expect((await queue()).map((op) => op.id)).toEqual([poison, behind])
  })

  it('[F18] tries an op that always fails eight times, then hourly, while the others drain', async () => {
    const { server, clock, write, flush, find, effects, store } = await lab()
    const bad = await write()
    server.fault = (op) => (op.id === bad ? { outcome: 'retry', http: 500, code: 'unknown' } : undefined)
    const start = clock.at
    for (let n = 0; n < 8; n += 1) clock.at = Math.max(clock.at + 1, (await flush()).wakeAt)
    expect(await find(bad)).toMatchObject({ state: 'pending', attempts: 8 })
    expect(clock.at - start).toBeGreaterThanOrEqual(3_600_000)
    expect(queueView(await store.read()).items[0]).toMatchObject({ state: 'parked', attention: true })
    const good = await write({ target: card('2') })
    await flush()
    expect(effects()).toEqual([good])
    server.fault = () => undefined
    clock.at += 3_600_000
    await flush()
    expect(effects()).toEqual([good, bad])
  })

  it('[F24] a lost right and a lost scope become dead letters with their reason', async () => {
    const { server, write, drain, find } = await lab()
    const right = await write()
    const scope = await write({ target: card('2') })
    server.fault = (op) =>
      op.id === right
        ? { outcome: 'refused', http: 403, code: 'forbidden', msg: '您没有权限' }
        : { outcome: 'refused', http: 404, code: 'not_found', current: null }
    await drain()
    expect(await find(right)).toMatchObject({ state: 'rejected', lastError: { code: 'forbidden', http: 403, msg: '您没有权限' } })
    expect(await find(scope)).toMatchObject({ state: 'conflict', lastError: { code: 'not_found' }, current: null })
  })

  it('[F25] shows a conflict with both values; sending it again makes a new id in the old place', async () => {
    const { env, server, write, drain, find, effects, store } = await lab()
    const made = await write({ kind: 'card.set', body: { name: 'pump' }, baseVersion: null })
    await drain()
    server.touch('t1', 'card', '1')
    const mine = await write({ kind: 'card.set', body: { name: 'my pump' }, baseVersion: 1, base: { name: 'pump' } })
    const after = await write()
    await drain()
    expect(await find(mine)).toMatchObject({ state: 'conflict', body: { name: 'my pump' }, current: { name: 'pump', version: 2 } })
    expect(queueView(await store.read()).items.map(({ state, actions }) => [state, actions])).toEqual([
      ['conflict', ['resend', 'discard']],
      ['behind', []],
    ])
    const again = await resend(env, mine, { body: { name: 'my pump' }, baseVersion: 2 })
    expect(again).not.toBe(mine)
    await drain()
    expect(effects()).toEqual([made, again, after])
    expect(server.state.rows.get('t1 card 1')).toMatchObject({ name: 'my pump' })
  })

  it('[F25] an op that was edited and sent again is spent: a copy of it that arrives late does nothing', async () => {
    const { env, server, script, clock, write, flush, drain, effects, find } = await lab()
    const late: (() => Promise<unknown>)[] = []
    script.push(async (deliver) => {
      late.push(deliver)
      return { kind: 'lost' }
    })
    const old = await write()
    await flush()
    const again = await resend(env, old, { body: { text: 'seen twice' } })
    expect(await find(again)).toMatchObject({ supersedes: old })
    clock.at += 60_000
    await drain()
    expect(late).toHaveLength(1)
    await late[0]?.()
    expect(effects()).toEqual([again])
    expect(server.state.known.get(`t1 ${old}`)).toMatchObject({ spent: true })
  })

  it('an op more than a year old waits for a person, who may send it; one of a year less a day goes', async () => {
    const { env, clock, write, drain, find, effects, store } = await lab()
    const made = await write({ target: card('9') })
    await drain()
    const day = 24 * 60 * 60_000
    const agoDays = (days: number): string => new Date(clock.at - days * day).toISOString()
    const old = await write({ occurredAt: agoDays(366) })
    const young = await write({ target: card('2'), occurredAt: agoDays(364) })
    await drain()
    expect(await find(old)).toMatchObject({ state: 'rejected', lastError: { code: 'too_old' }, sentOnce: false })
    expect(queueView(await store.read()).items).toMatchObject([
      { state: 'rejected', attention: true, words: { error: 'queue.error.too_old' } },
    ])
    expect(effects()).toEqual([made, young])
    await retry(env, old)
    await drain()
    expect(effects()).toEqual([made, young, old])
  })

  it('[F27] keeps what was written to a row that is gone, until a person throws it away', async () => {
    const { env, server, write, drain, find, queue, effects } = await lab()
    const id = await write({ kind: 'card.set', body: { name: 'x' }, baseVersion: 3 })
    await drain()
    expect(await find(id)).toMatchObject({ state: 'conflict', current: null })
    expect(await discard(env, id, 'scrapped')).toEqual([id])
    const [note] = await queue()
    expect(note).toMatchObject({ kind: DISCARD_KIND, target: { type: 'op', id }, body: { kind: 'card.set', reason: 'scrapped' } })
    await drain()
    expect(await queue()).toEqual([])
    expect(effects()).toEqual([note?.id])
    expect(server.state.known.get(`t1 ${id}`)).toMatchObject({ spent: true })
  })

  it.each([
    { outcome: 'refused', http: 400, code: 'rule' },
    { outcome: 'refused', http: 413, code: 'too_large' },
  ] as const)('lets a note go that the server refuses with $http, and what stands behind it goes on', async (answer) => {
    const { env, server, write, drain, queue, effects } = await lab()
    const bad = await write({ kind: 'poison' })
    const behind = await write()
    await drain()
    await discard(env, bad, 'twice')
    const [note] = await queue()
    server.fault = (op) => (op.id === note!.id ? answer : undefined)
    await drain()
    expect(await queue()).toEqual([])
    expect(effects()).toEqual([behind])
  })

  it('discards ops that depend on it, and releases ops that only followed it', async () => {
    const { env, write, drain, effects, queue } = await lab()
    const root = await write({ kind: 'poison' })
    const child = await write({ target: card('2'), deps: [root] })
    const grandchild = await write({ target: card('3'), deps: [child] })
    const behind = await write()
    await drain()
    expect(await discard(env, root, 'wrong card')).toEqual([root, child, grandchild])
    await drain()
    expect(effects()).toContain(behind)
    expect(effects()).not.toContain(child)
    expect(await queue()).toEqual([])
  })

  it('an op that only follows continues without it, once the rest is sent', async () => {
    const { env, write, drain, effects, queue, store } = await lab()
    const bad = await write({ kind: 'poison' })
    const back = await write({ target: card('2'), deps: [bad] })
    const good = await write({ target: card('3') })
    const end = await write({ target: card('4'), deps: [bad, back, good], after: true })
    await drain()
    expect(effects()).toEqual([good])
    const { ops } = await store.read()
    expect([chainOf(ops, bad).map((op) => op.id), goingOn(ops, bad).map((op) => op.id)]).toEqual([[back], [end]])
    expect(await discard(env, bad, 'wrong card')).toEqual([bad, back])
    expect((await store.read()).ops.find((op) => op.id === end)?.deps).not.toContain(bad)
    await drain()
    expect(effects()).toContain(end)
    expect(effects()).not.toContain(back)
    expect(await queue()).toEqual([])
  })

  it('a dependant waits for its dependency and is shown as blocked when that is refused', async () => {
    const { env, write, drain, store, effects } = await lab()
    const root = await write({ kind: 'poison' })
    const child = await write({ target: card('2'), deps: [root] })
    await drain()
    expect(queueView(await store.read()).items.map((item) => [item.op.id, item.state, item.behind])).toEqual([
      [root, 'rejected', undefined],
      [child, 'blocked', root],
    ])
    const again = await resend(env, root, { body: {} })
    expect((await store.read()).ops.find((op) => op.id === child)?.deps).toEqual([again])
    expect(effects()).toEqual([])
  })

  it('[F31] a dependency that the server misses goes again under its own id, then the op itself', async () => {
    const { server, write, drain, effects, queue } = await lab()
    const first = await write()
    await drain()
    server.state.known.delete(`t1 ${first}`)
    server.state.effects.length = 0
    const second = await write({ target: card('2'), deps: [first] })
    await drain()
    expect(effects()).toEqual([first, second])
    expect(await queue()).toEqual([])
  })

  it('[F39] keeps an op of a kind this program does not know, and sends it once a newer program does', async () => {
    const { env, write, drain, find, effects, queue } = await lab()
    const id = await write({ kind: 'future.thing' })
    await drain()
    expect(await find(id)).toMatchObject({ state: 'needs_update', sentOnce: false, lastError: { code: 'op_kind_unknown' } })
    env.client = '2'
    env.kinds = new Map([...env.kinds, ['future.thing', { kind: 'future.thing' }]])
    await drain()
    expect(effects()).toEqual([id])
    expect(await queue()).toEqual([])
  })

  it('426 pauses everything until another program runs, and drops nothing', async () => {
    const { env, script, write, drain, flush, queue, effects, server } = await lab()
    const ids = [await write(), await write({ target: card('2') })]
    script.push(async () => ({ kind: 'status', http: 426, code: 'contract_too_old' }))
    await drain()
    await flush()
    expect((await queue()).map((op) => op.state)).toEqual(['needs_update', 'needs_update'])
    expect(server.requests).toBe(0)
    env.client = '2'
    await drain()
    expect(effects()).toEqual(ids)
  })

  it('[F60] an op that another tab has resolved cannot be resolved again', async () => {
    const { env, write, drain } = await lab()
    const id = await write({ kind: 'poison' })
    await drain()
    await resend(env, id, { body: { fixed: true } })
    await expect(resend(env, id, { body: {} })).rejects.toBeInstanceOf(AlreadyResolved)
    await expect(retry(env, id)).rejects.toBeInstanceOf(AlreadyResolved)
    await expect(discard(env, id, 'late')).rejects.toBeInstanceOf(AlreadyResolved)
  })

  it('[F61] a chain queued on one row is done without a false conflict, and stops at the first op when another person moved the row', async () => {
    const { server, write, drain, effects, find, queue } = await lab()
    await write({ kind: 'card.set', body: { step: 0 }, baseVersion: null })
    await drain()
    const chain = async (from: number) => {
      const ids: string[] = []
      for (const step of ['accept', 'arrive', 'finish']) ids.push(await write({ kind: 'card.set', body: { step }, baseVersion: from }))
      return ids
    }
    const good = await chain(1)
    expect((await queue()).map((op) => op.baseOp)).toEqual([undefined, good[0], good[1]])
    await drain()
    expect(effects().slice(1)).toEqual(good)
    server.touch('t1', 'card', '1')
    const bad = await chain(4)
    await drain()
    expect(await find(bad[0] as string)).toMatchObject({ state: 'conflict' })
    expect((await queue()).map((op) => op.id)).toEqual(bad)
  })

  it('a write that was to be folded into one that is sent meanwhile is queued behind it', async () => {
    const { env, store, write, queue } = await lab()
    env.kinds = new Map([...env.kinds, ['card.set', { kind: 'card.set', lastWrite: true }]])
    const draft = (body: object) => write({ kind: 'card.set', body, baseVersion: 0, target: card('9') })
    const first = await draft({ a: 1 })
    const { read } = store
    env.store = {
      ...store,
      read: async (want) => {
        const seen = await read(want)
        await store.update(({ ops }) => ({ put: ops.map((op) => ({ ...op, sentOnce: true })), value: undefined }))
        return seen
      },
    }
    const second = await draft({ b: 2 })
    expect(await queue()).toMatchObject([
      { id: first, body: { a: 1 } },
      { id: second, body: { b: 2 }, baseOp: first },
    ])
  })

  it('a payload that was sent once is never changed', async () => {
    const { env, script, write, drain, find, queue } = await lab()
    env.kinds = new Map([...env.kinds, ['card.set', { kind: 'card.set', lastWrite: true }]])
    const draft = (body: object) => write({ kind: 'card.set', body, baseVersion: 0, target: card('9') })
    const first = await draft({ a: 1 })
    expect(await draft({ b: 2 })).toBe(first)
    expect(await queue()).toMatchObject([{ id: first, body: { a: 1, b: 2 } }])
    script.push(async () => ({ kind: 'lost' }))
    await drain().catch(() => {})
    const later = await draft({ c: 3 })
    expect(later).not.toBe(first)
    expect(canonical((await find(later))?.body)).toBe('{"c":3}')
  })
})
