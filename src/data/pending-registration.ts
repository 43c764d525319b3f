import { ApiError } from './api-error.ts'

/** Pending registration: an identity provider confirmed a person without an account, who may apply for one. `ticket` identifies it at the server. */
export interface PendingRegistration {
  readonly ticket: string
  readonly account: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
}

/** The pending registration in a refused log-in; undefined for other refusals. */
export const pendingRegistrationIn = (error: unknown): PendingRegistration | undefined =>
  error instanceof ApiError ? (error.data as { readonly register?: PendingRegistration } | null)?.register : undefined
