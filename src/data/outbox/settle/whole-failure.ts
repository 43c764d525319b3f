import type { Changes, Snapshot } from '../ports.ts'
import type { Batch } from '../send/take-batch.ts'
import { type Op, sameIdentity } from '../store/op.ts'
import { delayed, type Failure, type Moment, trip } from './failure.ts'
import type { Settled } from './settled.ts'

/** The whole request failed. After a 5xx the next requests are smaller, as a single op may be the cause. */
export const failed = ({ meta }: Snapshot, sent: Op[], failure: Failure, at: Moment): Changes<Settled> => ({
  put: sent.map((op) => delayed(op, failure, at)),
  meta: {
    ...trip(meta, failure, at),
    heartbeat: meta.heartbeat + 1,
    batchSize: (failure.http ?? 0) >= 500 ? Math.max(1, Math.floor(meta.batchSize / 2)) : meta.batchSize,
  },
  value: { stop: 'lost' },
})

/** Asks the person to sign in and leaves the ops pending, unless a sign-in or renewal happened meanwhile. */
export const sessionOver = ({ meta }: Snapshot, batch: Batch): Changes<Settled> =>
  meta.sessionGen === batch.sessionGen ? { meta: { loginNeeded: true }, value: { stop: 'login' } } : { value: {} }

/** This program is too old for the server: all pending ops of the person wait for an update. */
export const needUpdate = ({ ops }: Snapshot, batch: Batch, failure: Failure, at: Moment): Changes<Settled> => {
  const lastError = { code: failure.code, http: failure.http, msg: failure.msg, at: at.now, client: at.client }
  const mine = ops.filter((op) => op.state === 'pending' && sameIdentity(op, batch.identity))
  return { put: mine.map((op) => ({ ...op, state: 'needs_update', lastError })), value: {} }
}
