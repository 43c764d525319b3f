import type { ErrorCode } from '#contract/kit/errors.ts'

/** A refused or failed call. The message is a sentence for the person, in the language of the request. */
export class ApiError extends Error {
  /** The code in the answer's body, else the HTTP status; 0 without an answer. */
  readonly code: number
  /** Code of the closed list; `network` without an answer, `unknown` when the answer has no known code. */
  readonly error: ErrorCode | 'network'
  /** Payload of the refusal, such as the current row of a stale write. */
  readonly data: unknown
  constructor(code: number, error: ErrorCode | 'network', message: string, data: unknown = null) {
    super(message)
    this.code = code
    this.error = error
    this.data = data
  }
}

/** Codes that have a page of their own, so that no notice is shown as well. */
const answeredByPage: ReadonlySet<string> = new Set<ErrorCode>(['locked'])

/** Whether a page of its own already shows the failure, so that no notice is needed. */
export const isQuiet = (thrown: unknown): boolean => thrown instanceof ApiError && answeredByPage.has(thrown.error)
