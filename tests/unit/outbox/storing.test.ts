import { describe, expect, it } from 'vitest'
import { fingerprint, SYNC_SCHEMA } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import { AlreadyResolved, chainOf, discard, goingOn, resend, restarted, retry } from '#src/data/outbox/settle/resolve.ts'
import { IdentityChanged } from '#src/data/outbox/store/enqueue.ts'
import { stuckPhotos } from '#src/data/outbox/store/without-photos.ts'
import { opOf } from './facts.ts'
import { ann, bob, lab, photo, status } from './lab.ts'

const target = { type: 'card', id: '9' }
const setting = (more: object) => ({ kind: 'card.set', target, body: { a: 1 }, ...more })

describe('a write that is stored', () => {
  it('has everything that its sending needs', async () => {
    const { write, queue, store, clock } = await lab()
    const { deviceId } = (await store.read()).meta
    await store.update(() => ({ meta: { skews: [30, -5, 10] }, value: undefined }))
    const id = await write(setting({ base: { a: 0 }, baseVersion: 4 }))
    expect(await queue()).toEqual([
      {
        ...ann,
        ...{
          seq: 1,
          id,
          schema: SYNC_SCHEMA,
          kind: 'card.set',
          deviceId,
          lane: 'card:9',
          deps: [],
          target,
          baseVersion: 4,
          base: { a: 0 },
        },
        ...{ body: { a: 1 }, fp: await fingerprint({ kind: 'card.set', target, body: { a: 1 } }), skewMs: 10 },
        occurredAt: new Date(clock.at).toISOString(),
        ...{ state: 'pending', attempts: 0, nextAttemptAt: 0, waitSince: 0, sentOnce: false },
      },
    ])
    await write({ target, lane: 'own', deps: [id], after: true, occurredAt: '2026-01-01T00:00:00.000Z' })
    expect((await queue())[1]).toMatchObject({
      lane: 'own',
      deps: [id],
      after: true,
      occurredAt: '2026-01-01T00:00:00.000Z',
      baseVersion: null,
    })
    expect((await queue())[0]).not.toHaveProperty('after')
  })

  it('goes behind its photos, which are stored with it', async () => {
    const { write, queue, store } = await lab()
    const first = await write({ target })
    const id = await write({ target, deps: [first] }, ann, [photo('f1', 3), photo('f2', 4)])
    const [, one, two, record] = await queue()
    const facts = { name: 'f1.jpg', type: 'image/jpeg', size: 3, sha256: 'hash of f1 3' }
    expect(one).toMatchObject({
      kind: FILE_KIND,
      target: { type: 'file', id: 'f1' },
      lane: 'blob:f1',
      deps: [],
      baseVersion: null,
      body: facts,
    })
    expect(one!.fp).toBe(await fingerprint({ kind: FILE_KIND, target: { type: 'file', id: 'f1' }, body: facts }))
    expect(record).toMatchObject({ id, deps: [first, one!.id, two!.id], files: ['f1', 'f2'] })
    expect((await queue())[0]).not.toHaveProperty('files')
    expect((await store.blob('f2'))?.byteLength).toBe(4)
    expect(await store.blob('f3')).toBeUndefined()
  })

  it('builds on the newest one of its row and lane, done ones of this server included', async () => {
    const { write, queue } = await lab()
    const versions = async () => (await queue()).map(({ baseVersion, baseOp }) => [baseVersion, baseOp])
    const one = await write(setting({ baseVersion: 4 }))
    const two = await write(setting({ baseVersion: 4 }))
    await write(setting({ baseVersion: 4, target: { type: 'card', id: '8' } }))
    await write(setting({ baseVersion: 4, lane: 'other' }))
    await write(setting({ baseVersion: 4, target: { type: 'room', id: '9' }, lane: 'card:9' }))
    await write(setting({}))
    expect(await versions()).toEqual([
      [4, undefined],
      [4, one],
      [4, undefined],
      [4, undefined],
      [4, undefined],
      [null, undefined],
    ])
    expect(two).not.toBe(one)
    const other = await lab()
    await other.write(setting({ baseVersion: 0 }))
    await other.drain()
    const [done] = (await other.store.read({ done: true })).done
    const kept = { ...done!, target, lane: 'x' }
    const versioned = async (baseVersion: number | null, changes: object) => {
      await other.store.update(() => ({ done: [{ ...kept, ...changes }], value: undefined }))
      const id = await other.write(setting({ baseVersion }))
      const found = await other.find(id)
      await other.store.update(() => ({ drop: [found!.seq], value: undefined }))
      return found?.baseVersion
    }
    const result = (version: number | null) => ({ result: { id: '9', version, xid: '1' } })
    expect(await versioned(4, result(7))).toBe(7)
    expect(await versioned(8, result(7))).toBe(8)
    expect(await versioned(4, result(null))).toBe(4)
    expect(await versioned(4, { ...result(7), epoch: 'other' })).toBe(4)
    expect(await versioned(4, { ...result(7), ...bob })).toBe(4)
    expect(await versioned(0, { result: undefined })).toBe(0)
    expect(await versioned(null, result(7))).toBeNull()
  })

  it('is folded into the last one of its lane where only the last counts', async () => {
    const { env, write, queue, store } = await lab()
    env.kinds = new Map([...env.kinds, ['card.set', { kind: 'card.set', lastWrite: true }]])
    const id = await write(setting({ base: { a: 0 } }))
    expect(await write(setting({ body: { b: 2 }, base: { a: 5, b: 1 } }))).toBe(id)
    expect(await queue()).toMatchObject([{ id, body: { a: 1, b: 2 }, base: { a: 0, b: 1 } }])
    expect((await queue())[0]!.fp).toBe(await fingerprint({ kind: 'card.set', target, body: { a: 1, b: 2 } }))
    const apart = [setting({ deps: ['x'] }), setting({ lane: 'other' }), setting({ target: { type: 'card', id: '8' }, lane: 'card:9' })]
    for (const draft of apart) expect(await write(draft)).not.toBe(id)
    const last = (await queue()).at(-1)!.id
    expect(await write(setting({ target: { type: 'room', id: '8' }, lane: 'card:9' }))).not.toBe(last)
    expect(await write(setting({}), ann, [photo('f1')])).not.toBe(id)
    await store.update(({ ops }) => ({ put: ops.map((op) => ({ ...op, state: 'rejected' })), value: undefined }))
    const behind = await write(setting({}))
    expect((await queue()).at(-1)!.id).toBe(behind)
    await write({ target })
    expect(await write(setting({}))).not.toBe(behind)
  })

  it('is refused for another person than the page was opened for', async () => {
    const { write, queue } = await lab()
    await expect(write({}, bob)).rejects.toBeInstanceOf(IdentityChanged)
    expect(new IdentityChanged().name).toBe('IdentityChanged')
    expect(await queue()).toEqual([])
  })
})

describe('what a person decides', () => {
  const rejected = async () => {
    const base = await lab()
    const id = await base.write(setting({ kind: 'poison', base: { a: 0 }, baseVersion: 2 }))
    await base.drain()
    const op = (await base.find(id))!
    expect(op.state).toBe('rejected')
    return { ...base, id, op }
  }

  it('a retry sends it as it is, agreed to', async () => {
    const { env, id, op, find } = await rejected()
    await retry(env, id)
    expect(await find(id)).toEqual({ ...restarted(op), agreed: true })
    expect(
      restarted(
        opOf(1, {
          state: 'conflict',
          attempts: 3,
          nextAttemptAt: 4,
          waitSince: 5,
          waitAsked: true,
          lastError: { code: 'x', at: 1 },
          current: {},
        }),
      ),
    ).toEqual({
      ...opOf(1),
      ...{ waitAsked: false, lastError: undefined, current: undefined },
    })
    await expect(retry(env, 'gone')).rejects.toBeInstanceOf(AlreadyResolved)
    await expect(retry(env, id)).rejects.toBeInstanceOf(AlreadyResolved)
    expect(new AlreadyResolved().name).toBe('AlreadyResolved')
  })

  it('an edited one takes its place under a new id, and keeps what was not edited', async () => {
    const { env, id, op, queue, clock, write } = await rejected()
    const after = await write({ target: { type: 'card', id: '8' }, deps: [id] })
    clock.at += 5000
    const fresh = await resend(env, id, { body: { a: 3 } })
    const [next, heir] = await queue()
    expect(next).toEqual({
      ...restarted(op),
      ...{ id: fresh, body: { a: 3 }, fp: await fingerprint({ kind: 'poison', target, body: { a: 3 } }), supersedes: id, sentOnce: false },
      ...{ schema: SYNC_SCHEMA, baseOp: undefined },
    })
    expect(heir).toMatchObject({ id: after, deps: [fresh] })
    await expect(resend(env, id, { body: {} })).rejects.toBeInstanceOf(AlreadyResolved)
  })

  it('an edited one may look at another version, and then builds on no op', async () => {
    const { env, id, queue, store } = await rejected()
    await store.update(({ ops }) => ({ put: ops.map((op) => ({ ...op, baseOp: 'before' })), value: undefined }))
    const kept = await resend(env, id, { body: { a: 3 } })
    expect((await queue())[0]).toMatchObject({ id: kept, baseOp: 'before', baseVersion: 2, base: { a: 0 } })
    await store.update(({ ops }) => ({ put: ops.map((op) => ({ ...op, state: 'rejected' })), value: undefined }))
    await resend(env, kept, { body: { a: 4 }, baseVersion: 7, base: { a: 3 } })
    expect((await queue())[0]).toMatchObject({ baseOp: undefined, baseVersion: 7, base: { a: 3 } })
  })

  it('a discard takes along what cannot be done without it, and no more', async () => {
    const ops = [opOf(1), opOf(2, { deps: ['op1'] }), opOf(3, { deps: ['op2'] }), opOf(4, { deps: ['op1'], after: true }), opOf(5)]
    expect(chainOf(ops, 'op1').map(({ seq }) => seq)).toEqual([2, 3])
    expect(goingOn(ops, 'op1').map(({ seq }) => seq)).toEqual([4])
    expect(goingOn([...ops, opOf(6, { deps: ['op3'], after: true })], 'op1').map(({ seq }) => seq)).toEqual([4, 6])
    expect(
      stuckPhotos([opOf(1, { kind: FILE_KIND, state: 'blocked' }), opOf(2, { kind: FILE_KIND })], opOf(3, { deps: ['op1', 'op2'] })),
    ).toHaveLength(1)
    const { env, id, op, queue, clock, write } = await rejected()
    const onIt = await write(setting({ baseVersion: 2 }))
    clock.at += 5000
    expect(await discard(env, id, '错了')).toEqual([id])
    const [note, heir] = await queue()
    const body = { kind: 'poison', target, reason: '错了' }
    expect(note).toEqual({
      ...restarted(op),
      ...{
        id: note!.id,
        kind: 'op.discarded',
        target: { type: 'op', id },
        body,
        deps: [],
        baseVersion: null,
        baseOp: undefined,
        base: undefined,
      },
      ...{ schema: SYNC_SCHEMA, supersedes: undefined, sentOnce: false, occurredAt: new Date(clock.at).toISOString() },
      fp: await fingerprint({ kind: 'op.discarded', target: { type: 'op', id }, body }),
    })
    expect(note!.id).not.toBe(id)
    expect(heir).toMatchObject({ id: onIt, baseVersion: 2, baseOp: undefined })
  })
})

describe('a round', () => {
  it('tells what it has sent, what is left, and when something may go next', async () => {
    const { env, write, flush, clock, script, store } = await lab()
    const sending: string[][] = []
    env.onSending = (ids) => void sending.push(ids)
    expect(await flush()).toEqual({ sent: 0, left: 0, wakeAt: Number.POSITIVE_INFINITY, stop: undefined })
    const id = await write()
    expect(await flush()).toEqual({ sent: 1, left: 0, wakeAt: Number.POSITIVE_INFINITY, stop: undefined })
    expect(sending).toEqual([[id], []])
    await write()
    script.push(status(503))
    expect(await flush()).toEqual({ sent: 1, left: 1, wakeAt: clock.at + 2000, stop: 'lost' })
    await store.update(() => ({ meta: { loginNeeded: true }, value: undefined }))
    expect(await flush()).toMatchObject({ sent: 0, left: 1, wakeAt: Number.POSITIVE_INFINITY })
  })

  it('ends with its time, and says when the server has another epoch', async () => {
    const { env, write, clock, server, script, flush } = await lab()
    const epochs: string[] = []
    env.onEpoch = (epoch) => void epochs.push(epoch)
    for (const n of [1, 2, 3]) await write({ target: { type: 'card', id: String(n) } })
    await env.store.update(() => ({ meta: { batchSize: 1 }, value: undefined }))
    script.push(async (deliver) => {
      clock.mono += 25_000
      return deliver()
    })
    const { sent, left } = await flush()
    expect([sent > 0, left > 0]).toEqual([true, true])
    expect(await flush()).toMatchObject({ left: 0 })
    expect(epochs).toEqual([])
    server.epoch = 'restored'
    await write({ target: { type: 'card', id: '4' } })
    await flush()
    expect(epochs).toEqual(['restored'])
  })
})
