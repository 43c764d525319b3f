import { ApiError } from './api-error.ts'

/** Whether a refused log-in asks for a second factor. */
export const needsFactor = (error: unknown): boolean =>
  error instanceof ApiError && (error.data as { second_factor?: boolean } | null)?.second_factor === true
