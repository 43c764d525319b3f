import type { ErrorCode } from '#contract/kit/errors.ts'

/** A refused or failed call. The message is a sentence for the person in the asked language. */
export class ApiError extends Error {
  /** HTTP status, from the body when it has one; 0 when no answer came. */
  readonly code: number
  /** Code of the closed list; `network` when no answer came, `unknown` when the answer named none. */
  readonly error: ErrorCode | 'network'
  /** Data of the refusal, such as the current row of a stale one. */
  readonly data: unknown
  constructor(code: number, error: ErrorCode | 'network', message: string, data: unknown = null) {
    super(message)
    this.code = code
    this.error = error
    this.data = data
  }
}

/** Refusals that a page of its own answers, so that no notice repeats them. */
const answeredByPage: ReadonlySet<string> = new Set<ErrorCode>(['locked'])

/** Whether another page shows a failure. */
export const isQuiet = (thrown: unknown): boolean => thrown instanceof ApiError && answeredByPage.has(thrown.error)
