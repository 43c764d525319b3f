import type { Changes, Snapshot } from '../ports.ts'
import type { DoneOp, Op } from '../store/op.ts'

/** How long done ops are kept, in milliseconds, to be resent to a server restored from a backup. */
export const KEEP_DONE_MS = 14 * 24 * 60 * 60_000

/** A done op reset to its state before the first attempt, at its old position in the queue. */
export const toPending = (done: DoneOp): Op => {
  const { at: _at, epoch: _epoch, result: _result, ...op } = done
  return { ...op, state: 'pending', attempts: 0, nextAttemptAt: 0, waitSince: 0, waitAsked: false, lastError: undefined }
}

/** The done ops that a server of another epoch may have lost, to be resent under the same ids. `serverTime` in milliseconds. */
export const backFromDone = (done: DoneOp[], epoch: string, serverTime: number): Op[] =>
  done.filter((op) => op.epoch !== epoch && op.at > serverTime - KEEP_DONE_MS).map(toPending)

/**
 * Decides, within one transaction, what an epoch in an answer outside a push means; the value is true when it is new. `asked`: the epoch known when
 * the request left; an answer overtaken by a newer epoch is ignored. `serverTime` in milliseconds. Needs the done ops.
 */
export const takeEpoch = ({ meta, done }: Snapshot, asked: string | null, epoch: string, serverTime: number): Changes<boolean> => {
  if (meta.epoch === epoch || meta.epoch !== asked) return { value: false }
  if (meta.epoch === null) return { meta: { epoch }, value: false }
  const back = backFromDone(done, epoch, serverTime)
  return { put: back, undone: back.map((op) => op.id), meta: { epoch }, value: true }
}
