import { ApiError } from './api-error.ts'

/** Whether a refused log-in asks for a second factor. */
export const needsFactor = (error: unknown): boolean =>
  error instanceof ApiError && (error.data as { second_factor?: boolean } | null)?.second_factor === true

/** The second factor entered on a page. */
export interface FactorShown {
  readonly totp?: string | undefined
  /** Signed answer of a passkey; takes precedence over a typed code. */
  readonly passkey?: string | undefined
  /** Remember this device. */
  readonly isKept?: boolean | undefined
}

/** A second factor in the form the log-in request takes. */
export type FactorSent = ({ readonly totp: string } | { readonly passkey: string }) & { readonly remember: '0' | '1' }

/** Converts the entered second factor for the request; undefined when none was entered. */
export function sentFactor({ totp = '', passkey, isKept }: FactorShown): FactorSent | undefined {
  const remember = isKept ? '1' : '0'
  if (passkey) return { passkey, remember }
  return totp.trim() ? { totp: totp.trim(), remember } : undefined
}
