import type { Changes, Snapshot } from '../ports.ts'
import { type Op, sameIdentity } from '../store/op.ts'

/** Random spread of the first attempt after a wake-up in milliseconds, so that a ward's phones do not all send at once. */
const SPREAD_MS = 3_000

/**
 * Decides, within one transaction, to end the signed-in person's waits within 3 s, after `online` or a sign-in. A tap ends them at once, including
 * waits that the server asked for.
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
