import type { KindBook, Row } from './kinds.ts'
import type { DoneOp, Identity, Op } from './op.ts'
import { sameIdentity } from './op.ts'

/** State of the cache. `horizon`: decimal transaction id below which everything has been pulled; null before the first pull. */
export interface Seen {
  epoch: string | null
  horizon: string | null
}

/** The person's own writes that the pulled rows do not include yet, in order. Refused writes are left out. */
export const overlayOf = (ops: Op[], done: DoneOp[], who: Identity, seen: Seen): (Op | DoneOp)[] => {
  const waiting = ops.filter((op) => sameIdentity(op, who) && (op.state === 'pending' || op.state === 'needs_update'))
  const unseen = done.filter((op) => sameIdentity(op, who) && !isSeen(op, seen))
  return [...unseen, ...waiting].sort((a, b) => a.seq - b.seq)
}

const isSeen = (op: DoneOp, seen: Seen): boolean => {
  if (op.result === undefined) return true
  if (seen.horizon === null || op.epoch !== seen.epoch) return false
  return BigInt(op.result.xid) < BigInt(seen.horizon)
}

/** The row as the person expects it: the server's row with the overlay's writes applied in order. Undefined when there is none. */
export const fold = (
  row: Row | undefined,
  overlay: readonly (Op | DoneOp)[],
  target: { type: string; id: string },
  kinds: KindBook,
): Row | undefined =>
  overlay
    .filter((op) => op.target.type === target.type && op.target.id === target.id && !isContained(op, row))
    .reduce<Row | undefined>((shown, op) => {
      const reduce = kinds.get(op.kind)?.reduce
      return reduce ? reduce(shown, op) : shown
    }, row)

/** Whether the pulled row already includes the write: it may be newer than its feed entry. */
const isContained = (op: Op | DoneOp, row: Row | undefined): boolean => {
  const version = 'result' in op ? op.result?.version : undefined
  return typeof version === 'number' && typeof row?.version === 'number' && row.version >= version
}
