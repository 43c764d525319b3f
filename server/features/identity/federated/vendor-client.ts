import { Refusal } from '#contract/kit/errors.ts'
import { storedSecret } from '#server/kit/access/stored-secret.ts'
import type { Tools } from '#server/kit/context.ts'
import { outboundOf, shortText } from '#server/kit/outbound/outbound.ts'
import { type Provider, providerPurpose } from './identity-provider.ts'
import { refuseOpenAddress } from './oidc-client.ts'

export type Reaching = Pick<Tools, 'pool' | 'secrets' | 'reachable'>

/** What a vendor's interface answers; `errcode` 0 or none: it did what was asked. */
export type Said = Readonly<Record<string, unknown>>

/** Milliseconds that a vendor may take, and how long before its end a token is fetched again. */
const patienceMs = 10_000
const earlyMs = 60_000
/** Tokens that a process remembers. */
const most = 200

/** A vendor has answered that it did not do what was asked. */
export class VendorRefusal extends Error {
  readonly code: string
  constructor(code: string, said: string) {
    super(`${code} ${said}`.trim())
    this.code = code
  }
}

/** What a person reads of an app that a vendor refuses. */
export const unreachable = (why = ''): Refusal =>
  new Refusal('rule', {
    zh: `企业微信或钉钉没有正确应答${why && `（${why}）`}，请稍后重试或联系管理员`,
    en: `WeCom or DingTalk does not answer as it should${why && ` (${why})`}. Try again later, or tell your administrator`,
  })

const codeOf = (said: Said): string => String(said.errcode ?? said.code ?? 0)

/** The host of a vendor, unless the row names one of the hospital's own. */
export const hostOf = ({ apiAddress }: Pick<Provider, 'apiAddress'>, usual: string): string => apiAddress || usual

interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST; a GET without. */
  readonly body?: object
}

/** Asks a vendor through the rules of outbound addresses. Throws VendorRefusal where it refuses. No address and no answer is in an error: both hold secrets. */
export async function ask({ reachable }: Pick<Reaching, 'reachable'>, address: string, { headers = {}, body }: Ask = {}): Promise<Said> {
  refuseOpenAddress(new URL(address).origin, reachable, 'apiAddress')
  const sent = body && JSON.stringify(body)
  const response = await outboundOf(reachable)(address, {
    method: sent ? 'POST' : 'GET',
    headers: { ...headers, ...(sent && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) }) },
    ...(sent && { body: sent }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const text = await shortText(response)
  const said = text.startsWith('{') ? (JSON.parse(text) as Said) : undefined
  if (!said) throw new VendorRefusal(`HTTP ${response.status}`, '')
  if (codeOf(said) !== '0' || !response.ok) throw new VendorRefusal(codeOf(said), String(said.errmsg ?? said.message ?? '').slice(0, 120))
  return said
}

/** How a vendor gives out the token of an app. */
export type TokenOf = (tools: Reaching, provider: Provider, secret: string) => Promise<{ readonly token: string; readonly seconds: number }>

const remembered = new Map<string, { until: number; token: string }>()

/** The token of an app, from memory until shortly before its end, per version of its row. `isStale`: the one in memory no longer counts. */
async function tokenOf(tools: Reaching, provider: Provider, fetchToken: TokenOf, isStale: boolean): Promise<string> {
  const key = `${provider.owner}/${provider.id}/${provider.version}`
  const known = remembered.get(key)
  if (known && known.until > Date.now() && !isStale) return known.token
  remembered.delete(key)
  const place = { tenantId: provider.owner, purpose: providerPurpose, rowId: provider.id }
  const secret = await storedSecret(tools.pool, tools.secrets, place)
  if (!secret) throw unreachable()
  const { token, seconds } = await fetchToken(tools, provider, secret)
  if (remembered.size >= most) remembered.delete(remembered.keys().next().value!)
  remembered.set(key, { until: Date.now() + seconds * 1000 - earlyMs, token })
  return token
}

/** Codes of both vendors that say that a token is over or no longer counts. */
const staleCodes = ['40014', '42001', '40001', '88']

/** Asks with the token of an app; where the vendor says that it is over, another is fetched, once. */
export async function withToken<T>(
  tools: Reaching,
  provider: Provider,
  fetchToken: TokenOf,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const token = await tokenOf(tools, provider, fetchToken, false)
  try {
    return await work(token)
  } catch (error) {
    if (!(error instanceof VendorRefusal && staleCodes.includes(error.code))) throw error
    return work(await tokenOf(tools, provider, fetchToken, true))
  }
}

/** An address with its query. */
export const withQuery = (address: string, query: Readonly<Record<string, string>>): string => `${address}?${new URLSearchParams(query)}`

/** A text of an answer without which it is none. */
export function needed(said: Said, name: string): string {
  const value = said[name]
  if (typeof value !== 'string' || value === '') throw unreachable()
  return value
}
