const STEP = 2_000
const LONGEST = 5 * 60_000
const HOUR = 60 * 60_000
/** Failures of the server on one op after which it is tried hourly. */
const PARK_AFTER = 8

/** A wait that began at `waitSince`, in device milliseconds. */
export interface Wait {
  waitSince: number
  nextAttemptAt: number
}

/** Full jitter: anything between nothing and the doubled step, at most five minutes. Milliseconds. */
export const backoffMs = (attempts: number, random: number): number =>
  Math.floor(random * Math.min(LONGEST, STEP * 2 ** Math.min(attempts, 20)))

/** The length of the wait: the server's request (at most an hour), else an hour for a parked op, else the backoff. Milliseconds. */
export const waitMs = (attempts: number, random: number, facts: { retryAfterS?: number; serverFault: boolean }): number => {
  if (facts.retryAfterS !== undefined) return Math.min(HOUR, Math.max(0, facts.retryAfterS * 1000))
  if (facts.serverFault && attempts >= PARK_AFTER) return HOUR
  return backoffMs(attempts, random)
}

/** Whether the wait is over. When the clock shows less than at the start of the wait it was set back, and the end of the wait is meaningless. */
export const isDue = (wait: Wait, now: number): boolean => now >= wait.nextAttemptAt || now < wait.waitSince

/** Whether the server fails on this very op and it is tried once an hour only. */
export const isParked = (op: { attempts: number; lastError?: { http?: number } }): boolean =>
  op.attempts >= PARK_AFTER && (op.lastError?.http ?? 0) >= 500
