import { describe, expect, it } from 'vitest'
import { PUSH_MAX_BYTES, PUSH_MAX_OPS } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { OutboxMeta, Snapshot } from '#src/data/outbox/ports.ts'
import { nextWake, pauseOf, takeBatch } from '#src/data/outbox/send/take-batch.ts'
import { kindBook } from '#src/data/outbox/store/kinds.ts'
import { type Op, wireOf } from '#src/data/outbox/store/op.ts'
import { queueView } from '#src/data/outbox/store/queue-model.ts'
import { now, opOf, queueOf } from './facts.ts'
import { ann, bob } from './lab.ts'

const kinds = kindBook([{ kind: 'card.set' }, { kind: 'note.add', commutative: true }])
const by = { kinds, client: '1', contract: { schema: 1, upcasts: new Map() } }
const taken = (ops: Op[], meta: Partial<OutboxMeta> = {}, more: Partial<Snapshot> = {}, busy?: ReadonlySet<string>) =>
  takeBatch(queueOf(ops, meta, more), now, by, busy)
const seqs = (ops: readonly { id: string }[] | undefined): number[] => (ops ?? []).map(({ id }) => Number(id.slice(2)))
const sent = (...given: Parameters<typeof taken>): number[] => seqs(taken(...given).value?.ops)

describe('which ops the next request carries', () => {
  it('are all that are ready, marked as sent once, with the state of the phone', () => {
    const [one, two] = [opOf(1, { sentOnce: false }), opOf(2)]
    expect(taken([one, two], { heartbeat: 4, sessionGen: 3 })).toEqual({
      put: [{ ...one, sentOnce: true }, two],
      meta: { heartbeat: 5 },
      value: { identity: ann, deviceId: 'd1', sessionGen: 3, epoch: 'e1', isMore: false, ops: [wireOf(one), wireOf(two)] },
    })
    expect(taken([])).toEqual({ put: [], value: undefined })
  })

  it('are none without a person, before a sign-in, or while everything waits', () => {
    expect(taken([opOf(1)], { identity: null })).toEqual({ value: undefined })
    expect(taken([opOf(1)], { loginNeeded: true })).toEqual({ value: undefined })
    expect(taken([opOf(1)], { waitUntil: now + 1, waitSince: now - 1 })).toEqual({ value: undefined })
    // The clock was set back, or the wait is over.
    expect(sent([opOf(1)], { waitUntil: now + 1, waitSince: now + 1 })).toEqual([1])
    expect(sent([opOf(1)], { waitUntil: now, waitSince: now - 1 })).toEqual([1])
  })

  it('are in order: behind another of its lane that waits, one of another person or one under way, none goes', () => {
    const lane = 'card:9'
    expect(sent([opOf(1, { lane }), opOf(2, { lane })])).toEqual([1, 2])
    expect(sent([opOf(1, { lane, state: 'rejected' }), opOf(2, { lane }), opOf(3)])).toEqual([3])
    expect(sent([opOf(1, { lane, nextAttemptAt: now + 1, waitSince: now }), opOf(2, { lane })])).toEqual([])
    expect(sent([opOf(1, { lane, state: 'rejected' }), opOf(2, { lane, kind: 'note.add' })])).toEqual([2])
    expect(sent([opOf(1, { ...bob, lane }), opOf(2, { lane })])).toEqual([2])
    expect(sent([opOf(1, { lane }), opOf(2)], {}, {}, new Set([lane]))).toEqual([2])
  })

  it('wait for what they depend on, and go in one request with what they build on', () => {
    expect(sent([opOf(1), opOf(2, { deps: ['op1'] }), opOf(3, { deps: ['gone'] })])).toEqual([1, 3])
    expect(sent([opOf(1), opOf(2, { baseOp: 'op1' }), opOf(3, { baseOp: 'gone' })])).toEqual([1, 2, 3])
    expect(sent([opOf(1, { state: 'conflict' }), opOf(2, { baseOp: 'op1' })])).toEqual([])
  })

  it('are as many as the phone has learned to send, and as fit into a request', () => {
    const many = Array.from({ length: 4 }, (_, n) => opOf(n + 1))
    expect(sent(many, { batchSize: 2 })).toEqual([1, 2])
    expect(taken(many, { batchSize: 2 }).value?.isMore).toBe(true)
    expect(taken(many, { batchSize: 4 }).value?.isMore).toBe(false)
    expect(taken(many, { batchSize: 4 }, { isPart: true }).value?.isMore).toBe(true)
    expect(sent(many, { batchSize: 0 })).toEqual([1])
    const big = (seq: number, bytes: number) => {
      const rest = JSON.stringify(wireOf(opOf(seq, { body: '' }))).length + 1
      return opOf(seq, { body: 'x'.repeat(bytes - rest) })
    }
    const room = PUSH_MAX_BYTES - 1024
    expect(sent([big(1, room), opOf(2)])).toEqual([1])
    expect(sent([big(1, room + 99_999), opOf(2)])).toEqual([1])
    expect(sent([big(1, room / 2), big(2, room / 2)])).toEqual([1, 2])
    expect(sent([big(1, room / 2), big(2, room / 2 + 1), opOf(3)])).toEqual([1])
    expect(PUSH_MAX_OPS).toBe(50)
  })

  it('leave a photo for itself, once no record is ready', () => {
    const photo = opOf(1, { kind: FILE_KIND, sentOnce: false })
    expect(sent([photo, opOf(2)])).toEqual([2])
    expect(taken([photo]).value).toMatchObject({ ops: [], file: { op: { seq: 1 }, isFresh: true }, isMore: false })
    expect(taken([photo, opOf(3, { kind: FILE_KIND })]).value).toMatchObject({ file: { op: { seq: 1 } }, isMore: true })
    expect(taken([opOf(1, { kind: FILE_KIND })]).value).toMatchObject({ file: { isFresh: false } })
    expect(taken([opOf(2)]).value).not.toHaveProperty('file')
  })

  it('leave what this program does not know, until a newer one tries it again', () => {
    const unknown = { code: 'op_kind_unknown', at: now, client: '1' }
    const foreign = opOf(1, { kind: 'future.thing' })
    expect(taken([foreign, opOf(2, { schema: 9 })])).toMatchObject({
      put: [
        { seq: 1, state: 'needs_update', lastError: unknown },
        { seq: 2, state: 'needs_update', lastError: unknown },
      ],
      value: undefined,
    })
    const waiting = (client: string) => opOf(1, { state: 'needs_update', lastError: { ...unknown, client } })
    expect(taken([waiting('1')])).toEqual({ put: [], value: undefined })
    expect(taken([waiting('0')])).toMatchObject({ put: [{ seq: 1, state: 'pending' }], value: { ops: [{ id: 'op1' }] } })
    expect(taken([opOf(1, { state: 'rejected', kind: 'future.thing', lastError: { ...unknown, client: '0' } })]).put).toEqual([])
  })

  it('leave what is older than a year to its person, unless they agreed', () => {
    const year = 365 * 24 * 3_600_000
    const old = (ms: number, more: Partial<Op> = {}) => opOf(1, { occurredAt: new Date(now - year - ms).toISOString(), ...more })
    expect(taken([old(1)])).toEqual({ put: [{ ...old(1), state: 'rejected', lastError: { code: 'too_old', at: now } }], value: undefined })
    expect(sent([old(0)])).toEqual([1])
    expect(sent([old(1, { skewMs: 1 })])).toEqual([1])
    expect(sent([old(0, { skewMs: -1 })])).toEqual([])
    expect(sent([old(1, { agreed: true })])).toEqual([1])
  })
})

describe('when something may go next', () => {
  const wake = (ops: Op[], meta: Partial<OutboxMeta> = {}) => nextWake(queueOf(ops, meta), now, kinds)
  const later = (seq: number, ms: number) => opOf(seq, { nextAttemptAt: now + ms, waitSince: now })

  it('is now, at the first end of a wait, or never without a person', () => {
    expect(wake([opOf(1), later(2, 5)])).toBe(now)
    expect(wake([later(1, 9), later(2, 5), opOf(3, { state: 'rejected', nextAttemptAt: now + 1 })])).toBe(now + 5)
    expect(wake([later(1, 9), { ...later(2, 5), deps: ['op1'] }])).toBe(now + 9)
    expect(wake([opOf(1, { state: 'rejected' })])).toBe(Number.POSITIVE_INFINITY)
    expect(wake([opOf(1)], { identity: null })).toBe(Number.POSITIVE_INFINITY)
    expect(wake([opOf(1)], { loginNeeded: true })).toBe(Number.POSITIVE_INFINITY)
    expect(wake([opOf(1)], { waitUntil: now + 7, waitSince: now })).toBe(now + 7)
    expect(wake([later(1, 9)], { waitUntil: now + 7, waitSince: now })).toBe(now + 9)
  })

  it('is told by the memory of the queue alone, too', () => {
    const pause = (meta: Partial<OutboxMeta>) => pauseOf(queueOf([], meta), now)
    expect(pause({})).toBe(0)
    expect(pause({ waitUntil: now + 7, waitSince: now })).toBe(7)
    expect(pause({ waitUntil: now + 7, waitSince: now + 1 })).toBe(0)
    expect(pause({ identity: null })).toBe(Number.POSITIVE_INFINITY)
    expect(pause({ loginNeeded: true })).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('what the person sees of the queue', () => {
  const parked = { attempts: 8, lastError: { code: 'busy', http: 500, at: now } }
  const seen = (ops: Op[], sending: string[] = []) =>
    queueView(queueOf(ops), new Set(sending)).items.map(({ state, actions, attention, behind }) => ({ state, actions, attention, behind }))

  it('is the state of each record, what may be done, and whether it needs them', () => {
    const waiting = { state: 'waiting', actions: [], attention: false, behind: undefined }
    expect(seen([opOf(1)])).toEqual([waiting])
    expect(seen([opOf(1)], ['op1'])).toEqual([{ ...waiting, state: 'sending' }])
    expect(seen([opOf(1, bob)], ['op1'])).toEqual([{ ...waiting, state: 'foreign' }])
    const needs = (state: string, actions: string[]) => [{ state, actions, attention: true, behind: undefined }]
    expect(seen([opOf(1, { state: 'conflict' })], ['op1'])).toEqual(needs('conflict', ['resend', 'discard']))
    expect(seen([opOf(1, { state: 'rejected' })])).toEqual(needs('rejected', ['retry', 'resend', 'discard']))
    expect(seen([opOf(1, { state: 'needs_update' })])).toEqual(needs('needs_update', ['retry', 'discard']))
    expect(seen([opOf(1, parked)])).toEqual(needs('parked', ['retry', 'discard']))
  })

  it('is which record it waits for: one of its lane, one it needs, or one that needs the person', () => {
    const lane = 'card:9'
    expect(seen([opOf(1, { lane }), opOf(2, { lane }), opOf(3, { lane })])).toMatchObject([
      { state: 'waiting' },
      { state: 'behind', behind: 'op1' },
      { state: 'behind', behind: 'op1' },
    ])
    expect(seen([opOf(1, { lane, ...bob }), opOf(2, { lane })])[1]).toMatchObject({ state: 'waiting' })
    expect(seen([opOf(1), opOf(2, { deps: ['op1'] }), opOf(3, { deps: ['gone'] })])).toMatchObject([
      {},
      { state: 'behind', behind: 'op1', actions: [], attention: false },
      { state: 'waiting', behind: undefined },
    ])
    const chain = [opOf(1, { state: 'rejected' }), opOf(2, { deps: ['op1'] }), opOf(3, { deps: ['op2'] })]
    expect(seen(chain)).toMatchObject([
      {},
      { state: 'blocked', behind: 'op1', actions: [], attention: true },
      { state: 'blocked', behind: 'op2' },
    ])
  })

  it('counts photos with their record, and tells which one blocks it', () => {
    const photo = (more: Partial<Op> = {}) => opOf(1, { kind: FILE_KIND, ...more })
    const record = opOf(2, { deps: ['op1', 'sent'], files: ['f1', 'f2'] })
    const item = (more: Partial<Op>, sending: string[] = []) => queueView(queueOf([photo(more), record]), new Set(sending)).items
    expect(item({})).toMatchObject([
      { op: { seq: 2 }, state: 'waiting', photos: { all: 2, left: 1 }, words: { state: 'queue.state.waiting' } },
    ])
    expect(item({})[0]).not.toHaveProperty('stuck')
    expect(item({}, ['op1'])).toMatchObject([{ state: 'sending' }])
    const lastError = { code: 'photo_unreadable', at: now }
    expect(item({ state: 'blocked', lastError })).toMatchObject([
      {
        ...{ state: 'blocked', behind: 'op1', stuck: { seq: 1 }, actions: ['retry', 'without', 'discard'], attention: true },
        words: { state: 'queue.state.blocked', error: 'queue.error.photo_unreadable' },
      },
    ])
    expect(item(parked)).toMatchObject([{ state: 'blocked', words: { error: 'queue.error.busy' } }])
    expect(queueView(queueOf([opOf(1, { kind: FILE_KIND })])).items).toMatchObject([{ state: 'waiting', photos: { all: 0, left: 0 } }])
  })

  it('sums up: what waits, what needs them, what is of others; a discard is not shown', () => {
    const ops = [opOf(1), opOf(2, { state: 'rejected' }), opOf(3, bob), opOf(4, { kind: 'op.discarded' }), opOf(5)]
    const view = queueView(queueOf(ops, { serverTime: 7 }))
    expect(view.items.map(({ op }) => op.seq)).toEqual([1, 2, 3, 5])
    expect(view).toMatchObject({ waiting: 2, attention: 1, foreign: 1, loginNeeded: false, lastSync: 7 })
    expect(queueView(queueOf([], { loginNeeded: true })).loginNeeded).toBe(true)
    expect(queueView(queueOf([], { identity: null })).loginNeeded).toBe(true)
    expect(view.items[0]?.words).toEqual({ state: 'queue.state.waiting' })
    expect(queueView(queueOf([opOf(1, { lastError: { code: 'busy', at: 1 } })])).items[0]?.words).toEqual({
      state: 'queue.state.waiting',
      error: 'queue.error.busy',
    })
  })
})
