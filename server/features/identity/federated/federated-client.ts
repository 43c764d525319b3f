import { Refusal } from '#contract/kit/errors.ts'
import { storedSecret } from '#server/kit/access/stored-secret.ts'
import { dingtalkAddress, dingtalkIdentity, dingtalkToken } from './dingtalk-client.ts'
import { type Identity, type Provider, providerPurpose } from './identity-provider.ts'
import { type Away, addressOf, identityBy, probeProvider } from './oidc-client.ts'
import { type Reaching, type TokenOf, unreachable, VendorRefusal } from './vendor-client.ts'
import { wecomAddress, wecomIdentity, wecomToken } from './wecom-client.ts'

/** How a vendor gives out tokens, by the kind of its providers. */
const tokens = { wecom: wecomToken, dingtalk: dingtalkToken } as const satisfies Partial<Record<Provider['kind'], TokenOf>>

async function secretOf(tools: Reaching, { owner, id }: Provider): Promise<string> {
  const secret = await storedSecret(tools.pool, tools.secrets, { tenantId: owner, purpose: providerPurpose, rowId: id })
  if (!secret) throw unreachable()
  return secret
}

/** The address at which a provider asks who is there. `agent`: what the browser says it is. */
export async function visitAddress(tools: Reaching, provider: Provider, redirectUri: string, away: Away, agent: string): Promise<string> {
  if (provider.kind === 'wecom') return wecomAddress(provider, redirectUri, away.state, /wxwork/i.test(agent))
  if (provider.kind === 'dingtalk') return dingtalkAddress(provider, redirectUri, away.state)
  return addressOf(tools, provider, redirectUri, away)
}

const plainly = (error: unknown): never => {
  if (error instanceof Refusal || error instanceof VendorRefusal) throw error
  const cause = (error as { cause?: unknown } | null)?.cause
  throw cause instanceof Refusal ? cause : unreachable()
}

/** Who is back from a provider. `came`: the address with its query at which the browser came back. */
export async function visitorBy(
  tools: Reaching,
  provider: Provider,
  came: URL,
  away: Away,
): Promise<Identity & { readonly signOutAddress?: string | undefined }> {
  const code = came.searchParams.get('code') ?? ''
  if (provider.kind === 'wecom') return wecomIdentity(tools, provider, code).catch(plainly)
  if (provider.kind === 'dingtalk') return dingtalkIdentity(tools, provider, code, await secretOf(tools, provider)).catch(plainly)
  return identityBy(tools, provider, came, away)
}

/** Refuses a provider that cannot be asked as its row stands, with the vendor's code where it says one. */
export async function probeVisited(tools: Reaching, provider: Provider): Promise<void> {
  if (provider.kind !== 'wecom' && provider.kind !== 'dingtalk') return probeProvider(tools, provider)
  await tokens[provider.kind](tools, provider, await secretOf(tools, provider)).catch((error: unknown) => {
    throw error instanceof Refusal ? error : unreachable(error instanceof VendorRefusal ? error.code : '')
  })
}
