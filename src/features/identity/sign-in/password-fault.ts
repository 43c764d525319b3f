import { type PasswordChange, passwordParts } from '#contract/password-rules.ts'
import { ApiError } from '#src/data/api-error.ts'

interface PasswordFault {
  readonly message: string
  /** The part of the form that it stands beside; absent where it is about none, or about several. */
  readonly part?: keyof PasswordChange | undefined
}

function partOf({ data }: ApiError): keyof PasswordChange | undefined {
  const [first, ...more] = Array.isArray(data) ? (data as readonly { readonly field?: unknown }[]) : []
  return more.length === 0 ? passwordParts.find((part) => part === first?.field) : undefined
}

/** Why a change of the own password failed, and where a form says it. */
export function passwordFault(thrown: unknown): PasswordFault {
  if (thrown instanceof ApiError) return { message: thrown.message, part: partOf(thrown) }
  return { message: thrown instanceof Error ? thrown.message : String(thrown) }
}
