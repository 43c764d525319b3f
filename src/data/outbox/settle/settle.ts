import type { Changes, PushReply, Snapshot } from '../ports.ts'
import type { Batch } from '../send/take-batch.ts'
import type { Op } from '../store/op.ts'
import { requestVerdict } from '../store/verdict.ts'
import type { Failure, Moment } from './failure.ts'
import { settleAnswer } from './settle-answer.ts'
import type { Settled } from './settled.ts'
import { failed, needUpdate, sessionOver } from './whole-failure.ts'

/** Whether the decision needs the done ops: some return to the queue when the epoch has changed or the server lacks one of them. */
export const settleWant = (batch: Batch, reply: PushReply): { done: boolean } => ({
  done: reply.kind === 'answer' && (reply.answer.epoch !== batch.epoch || reply.answer.results.some((result) => result.http === 424)),
})

/** Decides, within one transaction, what the reply to a batch means for the queue. */
export const settle = (snapshot: Snapshot, batch: Batch, reply: PushReply, at: Moment): Changes<Settled> => {
  if (reply.kind === 'answer') return settleAnswer(snapshot, batch, reply.answer, at)
  const sent = sentOf(snapshot, batch)
  if (reply.kind === 'lost') return failed(snapshot, sent, { code: 'network' }, at)
  const { http, msg } = reply
  const failure: Failure = { code: reply.code ?? `http_${http}`, http, msg, retryAfterS: reply.retryAfterS }
  switch (requestVerdict(http, reply.code)) {
    case 'login':
      return sessionOver(snapshot, batch)
    case 'foreign':
      return { value: { stop: 'foreign' } }
    case 'update':
      return needUpdate(snapshot, batch, failure, at)
    case 'divide':
      return divided(snapshot, batch, sent, failure, at)
    case 'again':
      return failed(snapshot, sent, failure, at)
  }
}

const sentOf = ({ ops }: Snapshot, batch: Batch): Op[] => {
  const ids = new Set(batch.ops.map((op) => op.id))
  return ops.filter((op) => ids.has(op.id) && op.state === 'pending')
}

const divided = ({ meta }: Snapshot, batch: Batch, sent: Op[], failure: Failure, at: Moment): Changes<Settled> => {
  const heartbeat = meta.heartbeat + 1
  if (batch.ops.length > 1) return { meta: { heartbeat, batchSize: Math.floor(batch.ops.length / 2) }, value: {} }
  const lastError = { code: failure.code, http: failure.http, msg: failure.msg, at: at.now }
  return { put: sent.map((op) => ({ ...op, state: 'rejected', lastError })), meta: { heartbeat }, value: {} }
}
