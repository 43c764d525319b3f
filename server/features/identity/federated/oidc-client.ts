import * as oidc from 'openid-client'
import { Refusal } from '#contract/kit/errors.ts'
import { storedSecret } from '#server/kit/access/stored-secret.ts'
import type { Tools } from '#server/kit/context.ts'
import { outboundOf, refuseAddress, shortText } from '#server/kit/outbound/outbound.ts'
import { type Identity, type Provider, providerPurpose } from './identity-provider.ts'
import { mobileOf, wordsOf } from './provider-texts.ts'

type Reaching = Pick<Tools, 'pool' | 'secrets' | 'reachable'>

/** Seconds that a provider may take, and minutes that its description is remembered. */
const timeoutS = 10
const rememberedMs = 10 * 60_000
/** Providers that a process remembers. */
const most = 200
const mostBytes = 1_000_000

const isHere = (hostname: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/i.test(hostname)

/** Refuses an address that is not HTTPS, plain HTTP being for this machine alone, and one that the network rules close. */
export function refuseOpenAddress(address: string, reachable: Tools['reachable'], field: 'issuer' | 'apiAddress'): void {
  refuseAddress(address, reachable)
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || isHere(hostname)) return
  const words = {
    issuer: { zh: '签发者地址须以 https:// 开头', en: 'The issuer address must begin with https://' },
    apiAddress: { zh: '服务地址须以 https:// 开头', en: 'The service address must begin with https://' },
  } as const
  throw new Refusal('rule', words[field], [{ field }])
}

/** Refuses an issuer as `refuseOpenAddress` does, and the address of its description. */
export function refuseIssuer(issuer: string, reachable: Tools['reachable']): void {
  refuseOpenAddress(issuer, reachable, 'issuer')
  const { pathname } = new URL(issuer)
  // Asked by that address the library would not compare who answers with who was named.
  if (pathname.includes('/.well-known/'))
    throw new Refusal('rule', { zh: '请填写签发者地址，不含 /.well-known/', en: 'Enter the issuer address without /.well-known/' }, [
      { field: 'issuer' },
    ])
}

/** Asks through the rules of outbound addresses, never more than a megabyte. */
const fetchBy =
  (reachable: Tools['reachable']): oidc.CustomFetch =>
  async (url, { body, headers, method, signal }) => {
    const sent = body === undefined || body === null ? undefined : String(body)
    const answer = await outboundOf(reachable)(url, {
      method,
      headers: { ...headers, ...(sent === undefined ? {} : { 'content-length': String(Buffer.byteLength(sent)) }) },
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    })
    if ([204, 205, 304].includes(answer.status)) return answer
    return new Response(await shortText(answer, mostBytes), { status: answer.status, headers: answer.headers })
  }

async function discover(tools: Reaching, provider: Provider): Promise<oidc.Configuration> {
  const { issuer, clientId, owner, id } = provider
  refuseIssuer(issuer, tools.reachable)
  const secret = await storedSecret(tools.pool, tools.secrets, { tenantId: owner, purpose: providerPurpose, rowId: id })
  const address = new URL(issuer)
  const fetching = fetchBy(tools.reachable)
  const allow = address.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  const found = await oidc.discovery(address, clientId, undefined, oidc.None(), {
    timeout: timeoutS,
    [oidc.customFetch]: fetching,
    execute: allow,
  })
  const server = found.serverMetadata()
  const how = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth = !secret ? oidc.None() : how.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
  const config = new oidc.Configuration(server, clientId, undefined, auth)
  config.timeout = timeoutS
  config[oidc.customFetch] = fetching
  for (const permit of allow) permit(config)
  // Signatures count, not only that TLS led to the token endpoint.
  oidc.enableNonRepudiationChecks(config)
  return config
}

const remembered = new Map<string, { until: number; config: Promise<oidc.Configuration> }>()

const unreachable = (error: unknown): Refusal => {
  const cause = (error as { cause?: unknown }).cause
  if (error instanceof Refusal) return error
  if (cause instanceof Refusal) return cause
  return new Refusal('rule', {
    zh: '身份源没有正确应答，请稍后重试或联系管理员',
    en: 'The identity provider did not respond correctly. Try again later, or tell your administrator',
  })
}

/** How a provider is asked; from memory for ten minutes, per version of its row. Refuses one that does not answer. */
async function configOf(tools: Reaching, provider: Provider): Promise<oidc.Configuration> {
  const key = `${provider.owner}/${provider.id}/${provider.version}`
  const known = remembered.get(key)
  if (known && known.until > Date.now()) return known.config
  const config = discover(tools, provider)
  if (remembered.size >= most) remembered.delete(remembered.keys().next().value!)
  remembered.set(key, { until: Date.now() + rememberedMs, config })
  return config.catch((error: unknown) => {
    remembered.delete(key)
    throw unreachable(error)
  })
}

/** Refuses a provider that cannot be asked as its row stands. */
export async function probeProvider(tools: Reaching, provider: Provider): Promise<void> {
  await discover(tools, provider).catch((error: unknown) => {
    throw unreachable(error)
  })
}

/** What a browser keeps while it is away. */
export interface Away {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** New random values for one visit. */
export const newAway = (): Away => ({ state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() })

/** The address at which a provider asks who is there. */
export async function addressOf(tools: Reaching, provider: Provider, redirectUri: string, away: Away): Promise<string> {
  const config = await configOf(tools, provider)
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state: away.state,
    nonce: away.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(away.verifier),
    code_challenge_method: 'S256',
  })
  const { protocol, hostname } = address
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere(hostname))) throw unreachable(undefined)
  return address.href
}

const needs = (provider: Provider, claims: Readonly<Record<string, unknown>>): boolean =>
  (provider.matchBy === 'account' && claims[provider.accountClaim] === undefined) ||
  (provider.matchBy === 'email' && claims.email === undefined) ||
  (provider.matchBy === 'phone' && claims.phone_number === undefined)

/** Exchanges a code for who the person is. `came`: the address with its query at which the browser came back. Throws what the library finds wrong. */
export async function identityBy(
  tools: Reaching,
  provider: Provider,
  came: URL,
  away: Away,
): Promise<Identity & { readonly signOutAddress: string | undefined }> {
  const config = await configOf(tools, provider)
  const tokens = await oidc.authorizationCodeGrant(config, came, {
    pkceCodeVerifier: away.verifier,
    expectedState: away.state,
    expectedNonce: away.nonce,
    idTokenExpected: true,
  })
  const token = tokens.claims()!
  const claims: Record<string, unknown> = { ...token }
  if (needs(provider, claims) && config.serverMetadata().userinfo_endpoint)
    Object.assign(claims, await oidc.fetchUserInfo(config, tokens.access_token, token.sub))
  // What counts as a second factor is said by the signed token alone.
  const shown = [...(Array.isArray(token.amr) ? token.amr : []), token.acr]
  const endSession = config.serverMetadata().end_session_endpoint
  const canEndSession = endSession && /^https:/.test(endSession) ? true : endSession ? isHere(new URL(endSession).hostname) : false
  return {
    issuer: token.iss,
    subject: token.sub,
    account: wordsOf(claims[provider.accountClaim]),
    email: claims.email_verified === true ? wordsOf(claims.email) : undefined,
    phone: claims.phone_number_verified === true ? mobileOf(claims.phone_number) : undefined,
    name: wordsOf(claims.name),
    hasFactor: provider.trustsFactor && shown.some((one) => provider.factorValues.includes(String(one))),
    signOutAddress: canEndSession
      ? oidc.buildEndSessionUrl(config, { client_id: provider.clientId, post_logout_redirect_uri: `${came.origin}/login` }).href
      : undefined,
  }
}
