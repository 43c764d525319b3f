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
