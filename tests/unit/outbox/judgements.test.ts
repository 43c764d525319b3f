import { describe, expect, it } from 'vitest'
import { SYNC_SCHEMA } from '#contract/sync/sync.ts'
import { isUnderstood } from '#src/data/outbox/contract-version.ts'
import { freshMeta } from '#src/data/outbox/ports.ts'
import { backoffMs, isDue, isParked, waitMs } from '#src/data/outbox/send/backoff.ts'
import { wake } from '#src/data/outbox/send/wake.ts'
import { backFromDone, KEEP_DONE_MS, takeEpoch, toPending } from '#src/data/outbox/settle/done.ts'
import { closed, delayed, trip } from '#src/data/outbox/settle/failure.ts'
import { isLost } from '#src/data/outbox/settle/reopen.ts'
import { isFull } from '#src/data/outbox/store/full.ts'
import { kindBook, removeRow, setFields } from '#src/data/outbox/store/kinds.ts'
import { type DoneOp, fillOp, sameIdentity, wireOf } from '#src/data/outbox/store/op.ts'
import { lostWith, markOf } from '#src/data/outbox/store/store-mark.ts'
import { requestVerdict, verdictOf } from '#src/data/outbox/store/verdict.ts'
import { at, now, opOf, queueOf } from './facts.ts'
import { ann, bob } from './lab.ts'

const minute = 60_000
const hour = 60 * minute

describe('what an answer for one op means', () => {
  it.each([
    ['done', 200, undefined, { is: 'done' }],
    ['replayed', 200, undefined, { is: 'done' }],
    ['not_attempted', 0, undefined, { is: 'keep' }],
    ['retry', 200, undefined, { is: 'retry', retryAfterS: 9 }],
    ['refused', 409, 'op_in_progress', { is: 'retry', retryAfterS: 9 }],
    ['refused', 424, undefined, { is: 'missing_dep' }],
    ['refused', 403, 'identity_mismatch', { is: 'foreign' }],
    ['refused', 401, undefined, { is: 'keep' }],
    ['refused', 403, 'reauth', { is: 'keep' }],
    ['refused', 403, 'locked', { is: 'keep' }],
    ['refused', 403, 'must_change', { is: 'keep' }],
    ['refused', 426, undefined, { is: 'needs_update' }],
    ['refused', 400, 'op_kind_unknown', { is: 'needs_update' }],
  ] as const)('%s with %i and %s', (outcome, http, code, verdict) => {
    expect(verdictOf({ id: 'a', outcome, http, code, retryAfterS: 9 } as never)).toEqual(verdict)
  })

  it('goes by the status of a refusal', () => {
    const by = (http: number) => verdictOf({ id: 'a', outcome: 'refused', http } as never).is
    for (const http of [408, 425, 429, 500, 503, 599]) expect(by(http), `${http}`).toBe('retry')
    for (const http of [404, 409, 410, 412]) expect(by(http), `${http}`).toBe('conflict')
    for (const http of [400, 402, 403, 405, 411, 413, 422, 499]) expect(by(http), `${http}`).toBe('rejected')
  })

  it('and of the request as a whole', () => {
    for (const http of [400, 413, 422]) expect(requestVerdict(http, undefined), `${http}`).toBe('divide')
    for (const http of [403, 404, 412, 429, 500, 503]) expect(requestVerdict(http, undefined), `${http}`).toBe('again')
    expect(requestVerdict(401, undefined)).toBe('login')
    expect(requestVerdict(403, 'reauth')).toBe('login')
    expect(requestVerdict(403, 'identity_mismatch')).toBe('foreign')
    expect(requestVerdict(426, undefined)).toBe('update')
  })
})

describe('how long is waited', () => {
  it('grows from two seconds to five minutes, by chance', () => {
    expect([0, 1, 2, 5].map((attempts) => backoffMs(attempts, 1))).toEqual([2000, 4000, 8000, 64_000])
    expect(backoffMs(30, 1)).toBe(5 * minute)
    expect(backoffMs(3, 0.5)).toBe(8000)
    expect(backoffMs(0, 0.3333)).toBe(666)
  })

  it('is what the server asks for, at most an hour; an hour for an op on which it fails again and again', () => {
    const wait = (attempts: number, serverFault: boolean, retryAfterS?: number) => waitMs(attempts, 1, { retryAfterS, serverFault })
    expect(wait(1, false, 7)).toBe(7000)
    expect(wait(1, false, -7)).toBe(0)
    expect(wait(1, false, 9999)).toBe(hour)
    expect(wait(9, true, 7)).toBe(7000)
    expect([wait(7, true), wait(8, true), wait(8, false)]).toEqual([256_000, hour, 5 * minute])
  })

  it('is over at its end, or once the clock shows less than at its beginning', () => {
    const due = (time: number) => isDue({ waitSince: 10, nextAttemptAt: 20 }, time)
    expect([9, 10, 19, 20, 21].map(due)).toEqual([true, false, false, true, true])
  })

  it('parks an op on its eighth failure of the server', () => {
    const parked = (attempts: number, http?: number) => isParked({ attempts, ...(http ? { lastError: { http } } : {}) })
    expect([parked(7, 500), parked(8, 500), parked(8, 499), parked(9, 503), parked(8)]).toEqual([false, true, false, true, false])
    expect(isParked({ attempts: 8, lastError: {} })).toBe(false)
  })
})

describe('after a failure', () => {
  const failure = { code: 'busy', http: 503, msg: '忙' }

  it('the op waits, and says why', () => {
    const op = opOf(1)
    const lastError = { ...failure, at: now }
    expect(delayed(op, failure, at)).toEqual({ ...op, attempts: 1, waitSince: now, nextAttemptAt: now + 2000, waitAsked: false, lastError })
    expect(delayed(op, { ...failure, retryAfterS: 7 }, at)).toMatchObject({ nextAttemptAt: now + 7000, waitAsked: true })
    expect(delayed(opOf(1, { attempts: 7 }), failure, at).nextAttemptAt).toBe(now + hour)
    expect(delayed(opOf(1, { attempts: 7 }), { ...failure, http: 500 }, at).nextAttemptAt).toBe(now + hour)
    expect(delayed(opOf(1, { attempts: 7 }), { ...failure, http: 429 }, at).nextAttemptAt).toBe(now + 150_000)
    expect(delayed(opOf(1, { attempts: 7 }), { code: 'network' }, at).nextAttemptAt).toBe(now + 150_000)
  })

  it('everything waits from the third on, or when the server asks', () => {
    const meta = (fails: number) => ({ ...freshMeta('d'), fails })
    expect(trip(meta(0), failure, at)).toEqual({ fails: 1, waitSince: now, waitUntil: 0, waitAsked: false })
    expect(trip(meta(1), failure, at)).toEqual({ fails: 2, waitSince: now, waitUntil: 0, waitAsked: false })
    expect(trip(meta(2), failure, at)).toEqual({ fails: 3, waitSince: now, waitUntil: now + 8000, waitAsked: false })
    expect(trip(meta(20), failure, at)).toMatchObject({ waitUntil: now + 150_000 })
    expect(trip(meta(0), { ...failure, retryAfterS: 7 }, at)).toEqual({ fails: 1, waitSince: now, waitUntil: now + 7000, waitAsked: true })
    expect(closed).toEqual({ fails: 0, waitSince: 0, waitUntil: 0, waitAsked: false })
  })

  it('a wake-up ends the waits of the person within three seconds, a tap at once and those the server asked for too', () => {
    const waiting = opOf(1, { nextAttemptAt: now + hour, waitSince: now - 1 })
    const asked = opOf(2, { nextAttemptAt: now + hour, waitAsked: true })
    const theirs = opOf(3, { ...bob, nextAttemptAt: now + hour })
    const ready = opOf(4, { nextAttemptAt: now })
    const rejected = opOf(5, { nextAttemptAt: now + hour, state: 'rejected' })
    const ops = [waiting, asked, theirs, ready, rejected]
    const open = { waitUntil: 0, waitSince: 0, waitAsked: false }
    const over = (op: typeof waiting, ms: number) => ({ ...op, waitSince: now, nextAttemptAt: now + ms, waitAsked: false })
    expect(wake(queueOf(ops, { waitUntil: 1 }), now, () => 0.5, false)).toEqual({
      put: [over(waiting, 1500)],
      meta: open,
      value: undefined,
    })
    expect(wake(queueOf(ops, { waitAsked: true }), now, () => 0.9999, false)).toMatchObject({ put: [over(waiting, 2999)], meta: {} })
    expect(wake(queueOf(ops, { waitAsked: true }), now, () => 0.5, false).meta).toEqual({})
    expect(wake(queueOf(ops, { waitAsked: true }), now, () => 0.5, true)).toEqual({
      put: [over(waiting, 0), over(asked, 0)],
      meta: open,
      value: undefined,
    })
  })
})

describe('what a server of another epoch may have lost', () => {
  const doneOf = (seq: number, more: Partial<DoneOp> = {}): DoneOp => ({ ...opOf(seq), at: now - 1, epoch: 'e1', ...more })
  const result = { id: '1', version: 3, xid: '9' }

  it('goes back into the queue, unless it is of this epoch or too old to be lost', () => {
    const done = doneOf(1, { attempts: 3, nextAttemptAt: 5, waitSince: 4, waitAsked: true, lastError: { code: 'x', at: 1 }, result })
    const { lastError: _, ...pending } = opOf(1, { waitAsked: false })
    expect(toPending(done)).toEqual({ ...pending, lastError: undefined })
    for (const gone of ['at', 'epoch', 'result']) expect(toPending(done)).not.toHaveProperty(gone)
    const edge = now - KEEP_DONE_MS
    const all = [doneOf(1), doneOf(2, { epoch: 'e2' }), doneOf(3, { at: edge }), doneOf(4, { at: edge + 1 })]
    expect(backFromDone(all, 'e2', now).map(({ seq }) => seq)).toEqual([1, 4])
    expect(KEEP_DONE_MS).toBe(14 * 24 * hour)
  })

  it('an answer tells of it once: not at first sight, and not when another was newer', () => {
    const snapshot = queueOf([], { epoch: 'e1' }, { done: [doneOf(1)] })
    expect(takeEpoch(snapshot, 'e1', 'e1', now)).toEqual({ value: false })
    expect(takeEpoch(snapshot, 'e0', 'e2', now)).toEqual({ value: false })
    expect(takeEpoch(queueOf([], { epoch: null }), null, 'e2', now)).toEqual({ meta: { epoch: 'e2' }, value: false })
    expect(takeEpoch(snapshot, 'e1', 'e2', now)).toEqual({
      put: [toPending(doneOf(1))],
      undone: ['op1'],
      meta: { epoch: 'e2' },
      value: true,
    })
  })
})

describe('an op', () => {
  it('of an older program has what it lacks', () => {
    const { seq, id, kind, tenantId, userId, target, body, fp } = opOf(3)
    expect(fillOp({ seq, id, kind, tenantId, userId, target, body, fp })).toEqual({
      ...{ seq, id, kind, tenantId, userId, target, body, fp },
      schema: SYNC_SCHEMA,
      deviceId: '',
      lane: 'card:3',
      deps: [],
      baseVersion: null,
      occurredAt: '1970-01-01T00:00:00.000Z',
      skewMs: 0,
      state: 'pending',
      attempts: 0,
      nextAttemptAt: 0,
      waitSince: 0,
      sentOnce: true,
    })
    const whole = opOf(4, {
      deps: ['a'],
      baseVersion: 2,
      skewMs: 5,
      state: 'rejected',
      attempts: 1,
      nextAttemptAt: 2,
      waitSince: 1,
      sentOnce: false,
    })
    expect(fillOp(whole)).toEqual(whole)
  })

  it('travels without what only this phone needs, with its newest dependencies', () => {
    const {
      tenantId: _t,
      userId: _u,
      deviceId: _d,
      seq: number,
      state: _st,
      attempts: _a,
      nextAttemptAt: _n,
      waitSince: _w,
      sentOnce: _o,
      ...wire
    } = opOf(1)
    expect(wireOf(opOf(1))).toEqual({ ...wire, number })
    const more = { baseOp: 'b', supersedes: 's', base: { n: 0 } }
    expect(wireOf(opOf(1, more))).toEqual({ ...wire, number, ...more })
    const deps = Array.from({ length: 201 }, (_, n) => `d${n}`)
    expect(wireOf(opOf(1, { deps })).deps).toEqual(deps.slice(1))
  })

  it('is of one person in one tenant', () => {
    expect([sameIdentity(ann, { ...ann }), sameIdentity(ann, bob), sameIdentity(ann, { ...ann, tenantId: 't2' })]).toEqual([
      true,
      false,
      false,
    ])
    expect([sameIdentity(null, ann), sameIdentity(ann, null), sameIdentity(null, null)]).toEqual([false, false, false])
  })

  it('is understood in this version of the contract and the two before it', () => {
    const contract = { schema: 5, upcasts: new Map() }
    expect([2, 3, 5, 6, 4.5].map((of) => isUnderstood(contract, of))).toEqual([false, true, true, false, false])
    expect([0, 1].map((of) => isUnderstood({ ...contract, schema: 2 }, of))).toEqual([false, true])
  })

  it('of three kinds is known to every program', () => {
    const book = kindBook([{ kind: 'card.set', lastWrite: true }])
    expect([...book.values()]).toEqual([
      { kind: 'op.discarded' },
      { kind: 'file.put' },
      { kind: expect.stringContaining('note'), commutative: true },
      { kind: 'card.set', lastWrite: true },
    ])
    expect(setFields({ id: '1', a: 1, b: 2 }, opOf(1, { body: { b: 3 } }))).toEqual({ id: '1', a: 1, b: 3 })
    expect(removeRow()).toBeUndefined()
  })
})

describe('the phone', () => {
  it('begins with an empty memory', () => {
    expect(freshMeta('d1')).toEqual({
      ...{ identity: null, sessionGen: 0, loginNeeded: false, deviceId: 'd1', epoch: null, fails: 0, waitSince: 0, waitUntil: 0 },
      ...{ waitAsked: false, batchSize: 50, heartbeat: 0, skews: [], serverTime: 0 },
    })
  })

  it('keeps a mark of its queue, by which a lost store shows what it held', () => {
    const snapshot = queueOf([opOf(4), opOf(7)])
    expect(markOf(snapshot)).toEqual({ deviceId: 'd1', seq: 7, waiting: 2 })
    expect(markOf(queueOf([]), { deviceId: 'd1', seq: 9, waiting: 1 })).toEqual({ deviceId: 'd1', seq: 9, waiting: 0 })
    expect(markOf(queueOf([]), { deviceId: 'd0', seq: 9, waiting: 1 })).toEqual({ deviceId: 'd1', seq: 0, waiting: 0 })
    expect(markOf(queueOf([], { deviceId: '' }))).toBeUndefined()
    expect(lostWith(snapshot, undefined)).toBeUndefined()
    expect(lostWith(snapshot, { deviceId: 'd1', seq: 1, waiting: 3 })).toBeUndefined()
    expect(lostWith(snapshot, { deviceId: 'd0', seq: 1, waiting: 3 })).toBe(3)
  })

  it('tells a full storage and a lost connection from other errors, also inside of another error', () => {
    const named = (name: string, message = '', inner?: unknown) => Object.assign(new Error(message), { name, inner })
    const ring = named('Other')
    Object.assign(ring, { inner: ring })
    expect([
      isFull(named('QuotaExceededError')),
      isFull(named('Error', 'Quota exceeded')),
      isFull(named('AbortError', '', named('QuotaExceededError'))),
    ]).toEqual([true, true, true])
    expect([isFull(ring), isFull(named('Error')), isFull('quota'), isFull(undefined)]).toEqual([false, false, false, false])
    for (const name of ['UnknownError', 'DatabaseClosedError', 'InvalidStateError']) expect(isLost(named(name)), name).toBe(true)
    for (const message of [
      'Connection to Indexed Database server lost',
      'Internal error opening backing store',
      'The database connection is closing',
    ])
      expect(isLost(named('Error', message)), message).toBe(true)
    expect(isLost(named('AbortError', '', named('UnknownError')))).toBe(true)
    expect([isLost(ring), isLost(named('Error')), isLost('UnknownError')]).toEqual([false, false, false])
  })
})
