import type { OutboxMeta } from '../ports.ts'
import { waitMs } from '../send/backoff.ts'
import type { Op } from '../store/op.ts'

/** Number of failures in a row, over all lanes, after which every lane waits and not only the failed ops. */
const BREAKER_AFTER = 3

/** Device time, random source and program version at the time an answer is processed. */
export interface Moment {
  now: number
  random: () => number
  client: string
}

/** A temporary failure. */
export interface Failure {
  code: string
  http?: number
  msg?: string
  retryAfterS?: number
}

/** The op after one more failed attempt. */
export const delayed = (op: Op, failure: Failure, at: Moment): Op => {
  const attempts = op.attempts + 1
  const wait = waitMs(attempts, at.random(), { retryAfterS: failure.retryAfterS, serverFault: (failure.http ?? 0) >= 500 })
  return {
    ...op,
    attempts,
    waitSince: at.now,
    nextAttemptAt: at.now + wait,
    waitAsked: failure.retryAfterS !== undefined,
    lastError: { code: failure.code, http: failure.http, msg: failure.msg, at: at.now },
  }
}

/** The breaker after one more failed request: from the third failure on, or when the server asks for it, all lanes wait. */
export const trip = (meta: OutboxMeta, failure: Failure, at: Moment): Partial<OutboxMeta> => {
  const fails = meta.fails + 1
  const opens = fails >= BREAKER_AFTER || failure.retryAfterS !== undefined
  const wait = waitMs(fails, at.random(), { retryAfterS: failure.retryAfterS, serverFault: false })
  return { fails, waitSince: at.now, waitUntil: opens ? at.now + wait : 0, waitAsked: failure.retryAfterS !== undefined }
}

/** The breaker after a successful request. */
export const closed: Partial<OutboxMeta> = { fails: 0, waitSince: 0, waitUntil: 0, waitAsked: false }
