import type { DoneOp, Op } from './op.ts'
import type { Changes, Snapshot } from './ports.ts'

/** How long done ops are kept, in milliseconds, to be sent again to a server restored from a backup. */
export const KEEP_DONE_MS = 14 * 24 * 60 * 60_000

/** A done op as it was before its first attempt, in its old place of the queue. */
export const toPending = (done: DoneOp): Op => {
  const { at: _at, epoch: _epoch, result: _result, ...op } = done
  return { ...op, state: 'pending', attempts: 0, nextAttemptAt: 0, waitSince: 0, waitAsked: false, lastError: undefined }
}

/** The done ops a server of another epoch may have lost, to be sent once more under the same ids. `serverTime` in milliseconds. */
export const backFromDone = (done: DoneOp[], epoch: string, serverTime: number): Op[] =>
  done.filter((op) => op.epoch !== epoch && op.at > serverTime - KEEP_DONE_MS).map(toPending)

/**
 * One transaction's decision when an answer outside a push shows an epoch: true when it is a new one. `asked` is the epoch known when the request left; an
 * answer that was overtaken by a newer epoch says nothing. `serverTime` in milliseconds. Needs the done ops.
 */
export const takeEpoch = ({ meta, done }: Snapshot, asked: string | null, epoch: string, serverTime: number): Changes<boolean> => {
  if (meta.epoch === epoch || meta.epoch !== asked) return { value: false }
  if (meta.epoch === null) return { meta: { epoch }, value: false }
  const back = backFromDone(done, epoch, serverTime)
  return { put: back, undone: back.map((op) => op.id), meta: { epoch }, value: true }
}
