import { federatedBegin, signInWays } from '#contract/calls/identity.ts'
import { token } from '#contract/calls/session.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { invoke } from '#src/data/client.ts'
import { enterAs, type Person } from '#src/data/session.ts'

/** A way to sign in beside the password. */
export type SignInWay = AnswerOf<typeof signInWays>[number]

/** The ways that a tenant offers; none for one that is not known. Throws ApiError. */
export const waysOf = (tenantId: string): Promise<readonly SignInWay[]> => invoke(signInWays, { noRenew: true, query: { tenantId } })

/** Goes to a provider. Throws ApiError. */
export async function goToProvider(tenantId: string, source: string): Promise<void> {
  const { address } = await invoke(federatedBegin, { noRenew: true, body: { tenantId, source } })
  globalThis.location.assign(address)
}

interface Factor {
  readonly totp: string
  readonly remember: '0' | '1'
}

/** Signs in with what a provider has sent back. Throws ApiError. */
export async function comeBackFrom(
  given: {
    readonly tenantId: string
    readonly source: string
    readonly code: string
    readonly state: string
    readonly iss?: string | undefined
  },
  factor?: Factor,
): Promise<Person> {
  await invoke(token, { noRenew: true, body: { grant_type: 'social', ...given, ...factor } })
  return enterAs(given.tenantId)
}
