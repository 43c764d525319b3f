import { ApiError } from './api-error.ts'

/** What a provider has said of a person who has no account and may ask for one; `ticket` stands for it at the server. */
export interface Vouched {
  readonly ticket: string
  readonly account: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
}

/** The person of a refused log-in who may ask for an account; undefined for every other refusal. */
export const vouchedIn = (error: unknown): Vouched | undefined =>
  error instanceof ApiError ? (error.data as { readonly register?: Vouched } | null)?.register : undefined
