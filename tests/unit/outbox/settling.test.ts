import { describe, expect, it } from 'vitest'
import { type OpResult, PUSH_MAX_OPS, type PushAnswer } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { Batch } from '#src/data/outbox/send/take-batch.ts'
import { closed, delayed, trip } from '#src/data/outbox/settle/failure.ts'
import { settle, settleWant } from '#src/data/outbox/settle/settle.ts'
import { settleFile } from '#src/data/outbox/settle/settle-file.ts'
import { type DoneOp, type Op, wireOf } from '#src/data/outbox/store/op.ts'
import { at, now, opOf, queueOf } from './facts.ts'
import { ann, bob } from './lab.ts'

const batchOf = (ops: Op[], more: Partial<Batch> = {}): Batch => ({
  identity: ann,
  deviceId: 'd1',
  sessionGen: 0,
  epoch: 'e1',
  ops: ops.map(wireOf),
  isMore: false,
  ...more,
})
const status = (http: number, code?: string, retryAfterS?: number) => ({ kind: 'status' as const, http, code, msg: '话', retryAfterS })
const busy = { code: 'http_503', http: 503, msg: '话', retryAfterS: undefined }

describe('a request that fails as a whole', () => {
  const [one, two, decided] = [opOf(1), opOf(2), opOf(3, { state: 'rejected' })]
  const snapshot = queueOf([one, two, decided, opOf(4)], { batchSize: 9 })
  const batch = batchOf([one, two, decided])

  it('puts off what was sent and still waits, and halves the next one when the server fails', () => {
    const put = [delayed(one, busy, at), delayed(two, busy, at)]
    const meta = { ...trip(snapshot.meta, busy, at), heartbeat: 1, batchSize: 4 }
    expect(settle(snapshot, batch, status(503), at)).toEqual({ put, meta, value: { stop: 'lost' } })
    expect(settle(queueOf([one], { batchSize: 1 }), batchOf([one]), status(500), at).meta).toMatchObject({ batchSize: 1 })
    expect(settle(snapshot, batch, status(429, 'slow', 7), at)).toMatchObject({
      put: [{ lastError: { code: 'slow', http: 429, msg: '话' }, nextAttemptAt: now + 7000 }, {}],
      meta: { batchSize: 9, waitUntil: now + 7000 },
    })
    expect(settle(snapshot, batch, { kind: 'lost' }, at)).toMatchObject({
      put: [{ seq: 1, lastError: { code: 'network' } }, { seq: 2 }],
      meta: { batchSize: 9 },
      value: { stop: 'lost' },
    })
  })

  it('asks for a sign-in, unless there was one since', () => {
    expect(settle(snapshot, batch, status(401), at)).toEqual({ meta: { loginNeeded: true }, value: { stop: 'login' } })
    expect(settle(queueOf([one], { sessionGen: 1 }), batch, status(401), at)).toEqual({ value: {} })
    expect(settle(snapshot, batch, status(403, 'identity_mismatch'), at)).toEqual({ value: { stop: 'foreign' } })
  })

  it('lets all that the person has to send wait for a newer program', () => {
    const theirs = opOf(5, bob)
    const lastError = { code: 'http_426', http: 426, msg: '话', at: now, client: '1' }
    expect(settle(queueOf([one, decided, theirs]), batch, status(426), at)).toEqual({
      put: [{ ...one, state: 'needs_update', lastError }],
      value: {},
    })
  })

  it('is divided until the op at fault is alone, which is then refused', () => {
    expect(settle(snapshot, batch, status(400, 'bad'), at)).toEqual({ meta: { heartbeat: 1, batchSize: 1 }, value: {} })
    expect(settle(snapshot, batchOf([one, two, decided, opOf(4)]), status(413), at).meta).toEqual({ heartbeat: 1, batchSize: 2 })
    const lastError = { code: 'bad', http: 422, msg: '话', at: now }
    expect(settle(snapshot, batchOf([one]), status(422, 'bad'), at)).toEqual({
      put: [{ ...one, state: 'rejected', lastError }],
      meta: { heartbeat: 1 },
      value: {},
    })
  })
})

describe('an answer', () => {
  const answerOf = (results: Partial<OpResult>[], more: Partial<PushAnswer> = {}): { kind: 'answer'; answer: PushAnswer } => ({
    kind: 'answer',
    answer: { results: results as OpResult[], serverTime: new Date(now + 5000).toISOString(), epoch: 'e1', ...more },
  })
  const done = (seq: number): Partial<OpResult> => ({
    id: `op${seq}`,
    outcome: 'done',
    http: 200,
    result: { id: String(seq), version: 2, xid: '9' },
  })
  const refused = (seq: number, http: number, code?: string, more: Partial<OpResult> = {}): Partial<OpResult> => ({
    ...{ id: `op${seq}`, outcome: 'refused', http, code, msg: '话' },
    ...more,
  })
  const doneOf = (seq: number, more: Partial<DoneOp> = {}): DoneOp => ({ ...opOf(seq), at: now - 1, epoch: 'e1', ...more })

  it('needs the done ops when the epoch is another one or a dependency is missing', () => {
    const batch = batchOf([opOf(1)])
    expect(settleWant(batch, answerOf([done(1)]))).toEqual({ done: false })
    expect(settleWant(batch, answerOf([done(1)], { epoch: 'e2' }))).toEqual({ done: true })
    expect(settleWant(batch, answerOf([done(1), refused(2, 424)]))).toEqual({ done: true })
    expect(settleWant(batch, { kind: 'lost' })).toEqual({ done: false })
  })

  it('moves what is done out of the queue and keeps the time of the server', () => {
    const one = opOf(1, { state: 'rejected' })
    const snapshot = queueOf([one, opOf(2)], { skews: [1, 2, 3, 4, 5], fails: 2, heartbeat: 6, batchSize: 3 })
    expect(settle(snapshot, batchOf([one]), answerOf([done(1)]), at)).toEqual({
      put: [],
      drop: [1],
      done: [{ ...one, state: 'pending', at: now + 5000, epoch: 'e1', result: { id: '1', version: 2, xid: '9' } }],
      undone: [],
      forgetBefore: now + 5000 - 14 * 24 * 3_600_000,
      meta: { ...closed, epoch: 'e1', heartbeat: 7, batchSize: 6, serverTime: now + 5000, skews: [2, 3, 4, 5, 5000] },
      value: { stop: undefined, newEpoch: undefined },
    })
    const many = Array.from({ length: 40 }, (_, n) => opOf(n + 1))
    expect(settle(queueOf(many), batchOf(many), answerOf(many.map(({ seq }) => done(seq))), at).meta?.batchSize).toBe(PUSH_MAX_OPS)
    expect(settle(queueOf(many, { batchSize: 3 }), batchOf(many.slice(0, 7)), answerOf([done(1)]), at).meta?.batchSize).toBe(14)
  })

  it('leaves an op that was refused for its person, with what the server has', () => {
    const snapshot = queueOf([opOf(1), opOf(2), opOf(3), opOf(4)])
    const results = [
      refused(1, 409, 'stale', { current: { a: 1 } }),
      refused(2, 400),
      refused(3, 426),
      { id: 'op4', outcome: 'not_attempted' as const, http: 0 },
    ]
    const settled = settle(snapshot, batchOf(snapshot.ops), answerOf(results), at)
    const error = (code: string, http: number) => ({ code, http, msg: '话', at: now, client: '1' })
    expect(settled.put).toEqual([
      { ...opOf(1), state: 'conflict', lastError: error('stale', 409), current: { a: 1 } },
      { ...opOf(2), state: 'rejected', lastError: error('http_400', 400), current: undefined },
      { ...opOf(3), state: 'needs_update', lastError: error('http_426', 426), current: undefined },
    ])
    expect(settled.meta).toMatchObject(closed)
    expect(settled.value).toEqual({ stop: undefined, newEpoch: undefined })
  })

  it('does not touch what was decided meanwhile or was not sent', () => {
    const snapshot = queueOf([opOf(1, { state: 'rejected' }), opOf(2)])
    expect(settle(snapshot, batchOf([opOf(1)]), answerOf([refused(1, 409), refused(2, 409)]), at)).toMatchObject({ put: [], drop: [] })
  })

  it('ends the op of a discard, also when the server refuses it', () => {
    const gone = opOf(1, { kind: 'op.discarded' })
    for (const http of [404, 400, 426])
      expect(settle(queueOf([gone]), batchOf([gone]), answerOf([refused(1, http)]), at), `${http}`).toMatchObject({
        drop: [1],
        meta: closed,
      })
    expect(settle(queueOf([gone]), batchOf([gone]), answerOf([refused(1, 503)]), at)).toMatchObject({ drop: [], put: [{ attempts: 1 }] })
  })

  it('puts off what the server cannot do now; one lane alone, or all when no op of several lanes goes on', () => {
    const [one, two] = [opOf(1), opOf(2)]
    const wait = (seq: number) => refused(seq, 503, 'busy', { retryAfterS: 7 })
    const alone = settle(queueOf([one]), batchOf([one]), answerOf([wait(1)]), at)
    expect(alone.put).toEqual([delayed(one, { code: 'busy', http: 503, msg: '话', retryAfterS: 7 }, at)])
    expect(alone.meta).not.toHaveProperty('fails')
    expect(alone.value.stop).toBeUndefined()
    const both = settle(queueOf([one, two], { fails: 2 }), batchOf([one, two]), answerOf([wait(1), wait(2)]), at)
    expect(both.meta).toMatchObject({ fails: 3, waitUntil: now + 8000 })
    expect(both.value.stop).toBe('lost')
    expect(settle(queueOf([one, two]), batchOf([one, two]), answerOf([wait(1), done(2)]), at)).toMatchObject({
      meta: closed,
      value: { stop: undefined },
    })
    // An op that the answer does not name is tried again.
    expect(settle(queueOf([one]), batchOf([one]), answerOf([]), at).put).toMatchObject([{ lastError: { code: 'unknown', http: 500 } }])
    // Nothing at all was said.
    expect(settle(queueOf([one]), batchOf([one]), answerOf([{ id: 'op1', outcome: 'not_attempted', http: 0 }]), at).value.stop).toBe('lost')
  })

  it('for another person stops the round and changes nothing', () => {
    const settled = settle(queueOf([opOf(1)]), batchOf([opOf(1)]), answerOf([refused(1, 403, 'identity_mismatch')]), at)
    expect(settled).toMatchObject({ put: [], drop: [], value: { stop: 'foreign' } })
    expect(settled.meta).not.toHaveProperty('fails')
  })

  it('that misses a dependency brings it back where this phone has done it, and refuses the op where it has no trace', () => {
    const op = opOf(5, { deps: ['op1'], baseOp: 'op2' })
    const photo = doneOf(1, { kind: FILE_KIND })
    const known = queueOf([op], {}, { done: [photo, doneOf(2), doneOf(3)] })
    const missing = answerOf([refused(5, 424)])
    const settled = settle(known, batchOf([op]), missing, at)
    expect(settled.undone).toEqual(['op1', 'op2'])
    expect(settled.put).toMatchObject([
      { seq: 1, state: 'pending', missed: true },
      { seq: 2, state: 'pending' },
      { seq: 5, state: 'pending', attempts: 1, nextAttemptAt: 0, waitSince: 0 },
    ])
    expect(settled.put?.[1]).not.toHaveProperty('missed')
    expect(settled.meta).toMatchObject(closed)
    const again = opOf(5, { deps: ['op1'], attempts: 1 })
    expect(settle(queueOf([again], {}, { done: [photo] }), batchOf([again]), missing, at).put).toMatchObject([
      {},
      { attempts: 2, nextAttemptAt: now + 4000 },
    ])
    expect(settle(queueOf([opOf(1), op]), batchOf([op]), missing, at).put).toMatchObject([{ seq: 5, state: 'pending' }])
    expect(settle(queueOf([op]), batchOf([op]), missing, at).put).toMatchObject([
      { seq: 5, state: 'rejected', attempts: 0, lastError: { code: 'http_424' } },
    ])
  })

  it('of a new epoch brings back what that server may have lost; one of an old epoch says nothing', () => {
    const snapshot = queueOf([opOf(1), opOf(2)], {}, { done: [doneOf(7)] })
    const settled = settle(snapshot, batchOf([opOf(1), opOf(2)]), answerOf([done(1)], { epoch: 'e2' }), at)
    expect(settled).toMatchObject({
      put: [{ seq: 7, state: 'pending' }],
      undone: ['op7'],
      drop: [1],
      meta: { epoch: 'e2' },
      value: { newEpoch: 'e2' },
    })
    expect(settle(snapshot, batchOf([opOf(1), opOf(2)]), answerOf([], { epoch: 'e2' }), at).value.stop).toBeUndefined()
    expect(settle(queueOf([opOf(1)], { epoch: 'e2' }), batchOf([opOf(1)]), answerOf([done(1)]), at)).toEqual({ value: {} })
    const first = settle(queueOf([opOf(1)], { epoch: null }), batchOf([opOf(1)], { epoch: null }), answerOf([done(1)]), at)
    expect(first).toMatchObject({ drop: [1], meta: { epoch: 'e1' }, value: { newEpoch: undefined } })
  })
})

describe('the end of sending a photo', () => {
  const photo = opOf(1, { kind: FILE_KIND, missed: true, lastError: { code: 'x', at: 1 } })
  const record = opOf(2, { deps: ['op1'] })
  const snapshot = queueOf([photo, record], { fails: 1, heartbeat: 4 })
  const batch = batchOf([], { file: { op: photo, isFresh: true } })
  const end = (outcome: Parameters<typeof settleFile>[2], of = snapshot) => settleFile(of, batch, outcome, at)
  const result = { id: 'f1', version: null, xid: '9' }

  it('takes it out of the queue', () => {
    expect(end({ kind: 'done', epoch: 'e1', result })).toEqual({
      put: [],
      undone: [],
      drop: [1],
      done: [{ ...photo, state: 'pending', lastError: undefined, missed: undefined, at: now, epoch: 'e1', result }],
      meta: { ...closed, epoch: 'e1', heartbeat: 5 },
      value: { newEpoch: undefined },
    })
    const unknown = end({ kind: 'done', epoch: 'e1', result: undefined }, queueOf([photo], { serverTime: 0 })).done?.[0]
    expect(unknown).not.toHaveProperty('result')
    expect(unknown?.at).toBe(now)
    const before = { ...snapshot, done: [{ ...opOf(7), at: now - 1, epoch: 'e1' }] }
    expect(end({ kind: 'done', epoch: 'e2', result }, before)).toMatchObject({
      put: [{ seq: 7 }],
      undone: ['op7'],
      drop: [1],
      value: { newEpoch: 'e2' },
    })
    expect(end({ kind: 'done', epoch: 'e1', result }, queueOf([photo], { epoch: 'e2' }))).toEqual({ value: {} })
    expect(end({ kind: 'done', epoch: 'e2', result }, queueOf([photo], { epoch: null })).value).toEqual({ newEpoch: undefined })
  })

  it('says nothing about a photo that is gone or was decided meanwhile', () => {
    expect(end({ kind: 'lost' }, queueOf([record]))).toEqual({ value: {} })
    expect(end({ kind: 'lost' }, queueOf([{ ...photo, state: 'rejected' }]))).toEqual({ value: {} })
    expect(end({ kind: 'done', epoch: 'e1', result }, queueOf([{ ...photo, state: 'rejected' }])).drop).toEqual([1])
  })

  it('leaves it blocked, refused, or replaced by a smaller one', () => {
    expect(end({ kind: 'unreadable' })).toEqual({
      put: [{ ...photo, state: 'blocked', lastError: { code: 'photo_unreadable', at: now } }],
      meta: { heartbeat: 5 },
      value: {},
    })
    const smaller = { name: 'a.jpg', type: 'image/jpeg', size: 2, sha256: 'h2' }
    const bytes = new ArrayBuffer(2)
    expect(end({ kind: 'smaller', id: 'new', fp: 'fp9', photo: { ...smaller, id: 'f1', bytes } })).toEqual({
      put: [
        { ...photo, id: 'new', fp: 'fp9', body: smaller, shrunk: true, sentOnce: false },
        { ...record, deps: ['new'] },
      ],
      blobs: [{ id: 'f1', data: bytes }],
      meta: { heartbeat: 5 },
      value: {},
    })
    for (const http of [400, 403, 404, 410, 413, 422])
      expect(end(status(http)), `${http}`).toEqual({
        put: [{ ...photo, state: 'rejected', lastError: { code: `http_${http}`, http, msg: '话', at: now } }],
        meta: { heartbeat: 5 },
        value: {},
      })
  })

  it('is put off, or waits for a sign-in or a newer program', () => {
    expect(end({ kind: 'lost' })).toMatchObject({ put: [{ seq: 1, attempts: 1, lastError: { code: 'network' } }], value: { stop: 'lost' } })
    expect(end(status(503, 'busy', 7))).toMatchObject({
      put: [{ nextAttemptAt: now + 7000, lastError: { code: 'busy', http: 503, msg: '话' } }],
    })
    expect(end(status(409)).value).toEqual({ stop: 'lost' })
    expect(end(status(401))).toEqual({ meta: { loginNeeded: true }, value: { stop: 'login' } })
    expect(end(status(403, 'identity_mismatch'))).toEqual({ value: { stop: 'foreign' } })
    expect(end(status(426)).put).toMatchObject([
      { seq: 1, state: 'needs_update' },
      { seq: 2, state: 'needs_update' },
    ])
  })
})
