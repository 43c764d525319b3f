const STEP = 2_000
const LONGEST = 5 * 60_000
const HOUR = 60 * 60_000
/** Server failures of one op after which it is retried hourly. */
const PARK_AFTER = 8

/** A wait since `waitSince`, in device milliseconds. */
export interface Wait {
  waitSince: number
  nextAttemptAt: number
}

/** Exponential backoff with full jitter: random between 0 and the doubled step, at most five minutes. Milliseconds. */
export const backoffMs = (attempts: number, random: number): number =>
  Math.floor(random * Math.min(LONGEST, STEP * 2 ** Math.min(attempts, 20)))

/** Length of the wait in milliseconds: the server's Retry-After (at most an hour), else an hour for a parked op, else the backoff. */
export const waitMs = (attempts: number, random: number, facts: { retryAfterS?: number; serverFault: boolean }): number => {
  if (facts.retryAfterS !== undefined) return Math.min(HOUR, Math.max(0, facts.retryAfterS * 1000))
  if (facts.serverFault && attempts >= PARK_AFTER) return HOUR
  return backoffMs(attempts, random)
}

/** Whether the wait is over. A clock earlier than the start of the wait was set back, so the end of the wait means nothing. */
export const isDue = (wait: Wait, now: number): boolean => now >= wait.nextAttemptAt || now < wait.waitSince

/** Whether the server keeps failing on this op, so that it is retried only once an hour. */
export const isParked = (op: { attempts: number; lastError?: { http?: number } }): boolean =>
  op.attempts >= PARK_AFTER && (op.lastError?.http ?? 0) >= 500
