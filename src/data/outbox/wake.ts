import { type Op, sameIdentity } from './op.ts'
import type { Changes, Snapshot } from './ports.ts'

/** Spread of the first attempt after a wake-up, milliseconds, so that a ward's phones do not all come at once. */
const SPREAD_MS = 3_000

/**
 * One transaction's decision: the waits of the signed-in person end within 3 s, as after `online` or a log-in. A wait that the server asked for stays, unless
 * the person taps (`tap`).
 */
export const wake = ({ ops, meta }: Snapshot, now: number, random: () => number, tap: boolean): Changes<void> => {
  const ends = (op: Op): boolean =>
    op.state === 'pending' && op.nextAttemptAt > now && (tap || !op.waitAsked) && sameIdentity(op, meta.identity)
  const put = ops
    .filter(ends)
    .map((op) => ({ ...op, waitSince: now, nextAttemptAt: now + (tap ? 0 : Math.floor(random() * SPREAD_MS)), waitAsked: false }))
  const breaker = tap || !meta.waitAsked ? { waitUntil: 0, waitSince: 0, waitAsked: false } : {}
  return { put, meta: breaker, value: undefined }
}
