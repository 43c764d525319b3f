import type { OpResult } from '#contract/sync/sync.ts'

/** The meaning of an answer for one op. */
export type Verdict =
  | { is: 'done' }
  /** The answer does not concern the op. */
  | { is: 'keep' }
  | { is: 'retry'; retryAfterS?: number }
  | { is: 'missing_dep' }
  | { is: 'foreign' }
  | { is: 'conflict' | 'rejected' | 'needs_update' }

const AGAIN = new Set([408, 425, 429])

/** The verdict on one op's result. */
export const verdictOf = (result: OpResult): Verdict => {
  if (result.outcome === 'done' || result.outcome === 'replayed') return { is: 'done' }
  if (result.outcome === 'not_attempted') return { is: 'keep' }
  const { http, code, retryAfterS } = result
  if (http === 424) return { is: 'missing_dep' }
  if (code === 'identity_mismatch') return { is: 'foreign' }
  if (result.outcome === 'retry' || code === 'op_in_progress' || AGAIN.has(http) || http >= 500) return { is: 'retry', retryAfterS }
  if (http === 401 || code === 'reauth' || code === 'locked' || code === 'must_change') return { is: 'keep' }
  if (http === 426 || code === 'op_kind_unknown') return { is: 'needs_update' }
  if (http === 404 || http === 409 || http === 410 || http === 412) return { is: 'conflict' }
  return { is: 'rejected' }
}

/** The verdict on a failed request as a whole. `divide`: one op in it is at fault; smaller requests find out which. */
export const requestVerdict = (http: number, code: string | undefined): 'again' | 'login' | 'foreign' | 'update' | 'divide' => {
  if (http === 401 || code === 'reauth') return 'login'
  if (code === 'identity_mismatch') return 'foreign'
  if (http === 426) return 'update'
  if (http === 400 || http === 413 || http === 422) return 'divide'
  return 'again'
}
