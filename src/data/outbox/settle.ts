import { DISCARD_KIND, type OpResult, PUSH_MAX_OPS, type PushAnswer } from '#contract/sync.ts'
import { waitMs } from './backoff.ts'
import type { DoneOp, Op } from './op.ts'
import type { Changes, OutboxMeta, PushReply, Snapshot } from './ports.ts'
import type { Batch } from './take-batch.ts'
import { requestVerdict, verdictOf } from './verdict.ts'

export const KEEP_DONE_MS = 14 * 24 * 60 * 60_000
/** Failures in a row after which everything waits, not only the ops that failed. */
const BREAKER_AFTER = 3

/** Why a round must not go on by itself; undefined: it may. */
export type Stop = 'login' | 'foreign' | 'lost'

export interface Settled {
  stop?: Stop
  epochChanged: boolean
}

interface Now {
  now: number
  random: () => number
  client: string
}

/** Whether the decision needs the done ops: they come back when the epoch changed or a dependency is missing on the server. */
export const settleWant = (batch: Batch, reply: PushReply): { done: boolean } => ({
  done: reply.kind === 'answer' && (reply.answer.epoch !== batch.epoch || reply.answer.results.some((result) => result.http === 424)),
})

/** One transaction's decision: what the reply to a batch means for the queue. */
export const settle = (snapshot: Snapshot, batch: Batch, reply: PushReply, at: Now): Changes<Settled> => {
  if (reply.kind === 'answer') return settleAnswer(snapshot, batch, reply.answer, at)
  const sent = sentOf(snapshot, batch)
  if (reply.kind === 'lost') return failed(snapshot, sent, { at, code: 'network', serverFault: false })
  const { http, code = `http_${http}`, msg, retryAfterS } = reply
  const verdict = requestVerdict(http, reply.code)
  if (verdict === 'login') return loginNeeded(snapshot, batch)
  if (verdict === 'foreign') return { value: { stop: 'foreign', epochChanged: false } }
  if (verdict === 'update') {
    const mine = snapshot.ops.filter((op) => op.state === 'pending' && op.userId === batch.identity.userId && op.tenantId === batch.identity.tenantId)
    const error = { code: reply.code ?? 'contract_too_old', http, at: at.now, client: at.client, msg }
    return { put: mine.map((op) => ({ ...op, state: 'needs_update', lastError: error })), value: { epochChanged: false } }
  }
  if (verdict === 'divide') {
    const [only] = sent
    if (batch.ops.length > 1) return { meta: beat(snapshot, { batchSize: Math.floor(batch.ops.length / 2) }), value: { epochChanged: false } }
    return {
      put: only ? [{ ...only, state: 'rejected', lastError: { code, http, at: at.now, msg } }] : [],
      meta: beat(snapshot, {}),
      value: { epochChanged: false },
    }
  }
  return failed(snapshot, sent, { at, code, http, msg, retryAfterS, serverFault: http >= 500 })
}

/** The session of the batch is over, unless somebody has signed in since. */
const loginNeeded = ({ meta }: Snapshot, batch: Batch): Changes<Settled> => ({
  meta: meta.sessionGen === batch.sessionGen ? { loginNeeded: true } : {},
  value: { stop: meta.sessionGen === batch.sessionGen ? 'login' : undefined, epochChanged: false },
})

const sentOf = (snapshot: Snapshot, batch: Batch): Op[] => {
  const ids = new Set(batch.ops.map((op) => op.id))
  return snapshot.ops.filter((op) => ids.has(op.id) && op.state === 'pending')
}

const beat = ({ meta }: Snapshot, more: Partial<OutboxMeta>): Partial<OutboxMeta> => ({ ...more, heartbeat: meta.heartbeat + 1 })

interface Failure {
  at: Now
  code: string
  http?: number
  msg?: string
  retryAfterS?: number
  serverFault: boolean
}

const waiting = (op: Op, failure: Failure): Op => {
  const { now, random } = failure.at
  const attempts = op.attempts + 1
  return {
    ...op,
    attempts,
    waitSince: now,
    nextAttemptAt: now + waitMs(attempts, random(), failure),
    waitAsked: failure.retryAfterS !== undefined,
    lastError: { code: failure.code, http: failure.http, at: now, msg: failure.msg },
  }
}

/** The breaker's part of a failure over all lanes. */
const tripped = ({ meta }: Snapshot, failure: Failure): Partial<OutboxMeta> => {
  const fails = meta.fails + 1
  const open = fails >= BREAKER_AFTER || failure.retryAfterS !== undefined
  const wait = open ? waitMs(fails, failure.at.random(), { ...failure, serverFault: false }) : 0
  return { fails, waitSince: failure.at.now, waitUntil: open ? failure.at.now + wait : 0, waitAsked: failure.retryAfterS !== undefined }
}

const failed = (snapshot: Snapshot, sent: Op[], failure: Failure): Changes<Settled> => ({
  put: sent.map((op) => waiting(op, failure)),
  meta: beat(snapshot, {
    ...tripped(snapshot, failure),
    batchSize: failure.serverFault ? Math.max(1, Math.floor(snapshot.meta.batchSize / 2)) : snapshot.meta.batchSize,
  }),
  value: { stop: 'lost', epochChanged: false },
})

const settleAnswer = (snapshot: Snapshot, batch: Batch, answer: PushAnswer, at: Now): Changes<Settled> => {
  const { meta } = snapshot
  const serverTime = Date.parse(answer.serverTime)
  const back = meta.epoch !== null && answer.epoch !== meta.epoch ? backFromDone(snapshot, answer.epoch, serverTime) : []
  const results = new Map(answer.results.map((result) => [result.id, result]))
  const put = new Map(back.map((op) => [op.seq, op]))
  const done: DoneOp[] = []
  const undone = new Set(back.map((op) => op.id))
  const failedLanes = new Set<string>()
  let progress = false
  let stop: Stop | undefined
  for (const op of snapshot.ops.filter((one) => batch.ops.some((sent) => sent.id === one.id))) {
    const result: OpResult = results.get(op.id) ?? { id: op.id, outcome: 'retry', http: 500, code: 'no_result' }
    const verdict = verdictOf(result)
    const lastError = { code: result.code ?? `http_${result.http}`, http: result.http, at: at.now, msg: result.msg }
    const spent = op.kind === DISCARD_KIND && result.outcome === 'refused' && verdict.is !== 'retry' && verdict.is !== 'foreign'
    if (verdict.is === 'done' || spent) {
      done.push({ ...op, state: 'pending', at: serverTime, epoch: answer.epoch, result: result.result })
      progress = true
    } else if (op.state !== 'pending' || verdict.is === 'keep') {
    } else if (verdict.is === 'foreign') {
      stop = 'foreign'
    } else if (verdict.is === 'retry') {
      put.set(op.seq, waiting(op, { at, ...lastError, retryAfterS: verdict.retryAfterS, serverFault: result.http >= 500, at_: undefined } as Failure))
      failedLanes.add(op.lane)
    } else if (verdict.is === 'missing_dep') {
      const deps = snapshot.done.filter((one) => op.deps.includes(one.id))
      for (const dep of deps) {
        put.set(dep.seq, fresh(dep))
        undone.add(dep.id)
      }
      const known = deps.length > 0 || op.deps.some((dep) => snapshot.ops.some((one) => one.id === dep))
      put.set(op.seq, known ? waiting(op, { at, ...lastError, at_: undefined } as unknown as Failure) : { ...op, state: 'rejected', lastError })
    } else {
      put.set(op.seq, { ...op, state: verdict.is, lastError: { ...lastError, client: at.client }, current: result.current })
      progress = true
    }
  }
  return { value: { stop, epochChanged: back.length > 0 } }
}
