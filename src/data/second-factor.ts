import { ApiError } from './api-error.ts'

/** Whether a refused log-in asks for a second factor. */
export const needsFactor = (error: unknown): boolean =>
  error instanceof ApiError && (error.data as { second_factor?: boolean } | null)?.second_factor === true

/** What a person shows as second factor on a page. */
export interface FactorShown {
  readonly totp?: string | undefined
  /** The answer of a passkey, which goes before a typed code. */
  readonly passkey?: string | undefined
  /** This device is to be remembered. */
  readonly isKept?: boolean | undefined
}

/** A second factor as the log-in sends it. */
export type FactorSent = ({ readonly totp: string } | { readonly passkey: string }) & { readonly remember: '0' | '1' }

/** The second factor that is sent; undefined where none was shown. */
export function sentFactor({ totp = '', passkey, isKept }: FactorShown): FactorSent | undefined {
  const remember = isKept ? '1' : '0'
  if (passkey) return { passkey, remember }
  return totp.trim() ? { totp: totp.trim(), remember } : undefined
}
