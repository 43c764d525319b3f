import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** Whom the provider finds signed in there, and what it says of them. */
export interface Person {
  readonly sub: string
  readonly claims?: Readonly<Record<string, unknown>>
  readonly amr?: string[]
}

export interface RealProvider {
  readonly issuer: string
  /** Who signs in at the next visit. */
  now: Person
  stop(): Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

async function serving(): Promise<{ url: string; handle: (by: Handler) => void; stop: () => Promise<void> }> {
  let handler: Handler = (_, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => void handler(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handle: (by) => {
      handler = by
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

/** A provider of the package oidc-provider on 127.0.0.1, with clients that come back to these addresses. Who is there is `now`. */
export async function realProvider(clients: Readonly<Record<string, readonly string[]>>): Promise<RealProvider> {
  const { url: issuer, handle, stop } = await serving()
  const claimsOf = new Map<string, Readonly<Record<string, unknown>>>()
  const self: RealProvider = { issuer, now: { sub: 'none' }, stop }
  const provider = new Provider(issuer, {
    clients: Object.entries(clients).map(([client_id, redirect_uris]) => ({
      client_id,
      client_secret: `secret-of-${client_id}`,
      redirect_uris: [...redirect_uris],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    })),
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...claimsOf.get(id) }) }),
    claims: {
      openid: ['sub', 'amr', 'acr'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
    },
    conformIdTokenClaims: false,
    cookies: { keys: ['for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid profile email phone')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  handle(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { sub, claims = {}, amr } = self.now
    claimsOf.set(sub, claims)
    await provider.interactionFinished(request, response, { login: { accountId: sub, ...(amr && { amr }) } })
  })
  return self
}

/** Goes where a browser is sent until it is back at `site`; answers the address it comes back to. */
export async function visit(address: string, site: string): Promise<URL> {
  const jar = new Map<string, string>()
  let at = address
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const cut = pair.indexOf('=')
      jar.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
    const next = response.headers.get('location')
    if (!next) throw new Error(`${at} answers ${response.status}: ${await response.text()}`)
    at = new URL(next, at).href
    if (at.startsWith(site)) return new URL(at)
  }
  throw new Error('the provider leads nowhere')
}

const coded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A provider that says what the test wants: `claims` of the next ID token over what would be right, `key` that signs it. */
export interface FreeProvider {
  readonly issuer: string
  /** Over the claims that hold for the nonce of the visit; `iss` and `aud` too. */
  lie: Readonly<Record<string, unknown>>
  /** Signs with a key that its key set does not name. */
  forged: boolean
  /** Says that answers carry its name. */
  stop(): Promise<void>
}

export async function freeProvider(clientId: string): Promise<FreeProvider> {
  const { url: issuer, handle, stop } = await serving()
  const keys = [generateKeyPairSync('rsa', { modulusLength: 2048 }), generateKeyPairSync('rsa', { modulusLength: 2048 })] as const
  const self: FreeProvider = { issuer, lie: {}, forged: false, stop }
  let nonce = ''
  const idToken = (): string => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, sub: 'free', aud: clientId, iat: now, exp: now + 60, nonce, preferred_username: 'keeper', ...self.lie }
    const text = `${coded({ alg: 'RS256', kid: 'one' })}.${coded(claims)}`
    return `${text}.${createSign('sha256')
      .update(text)
      .sign(keys[self.forged ? 1 : 0].privateKey, 'base64url')}`
  }
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    }),
    '/jwks': () => ({ keys: [{ ...keys[0].publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] }),
    '/token': () => ({ access_token: 'access', token_type: 'bearer', expires_in: 60, id_token: idToken() }),
  }
  handle((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/auth') {
      nonce = url.searchParams.get('nonce') ?? ''
      const back = new URL(url.searchParams.get('redirect_uri')!)
      back.search = new URLSearchParams({ code: 'any', state: url.searchParams.get('state')!, iss: issuer }).toString()
      return void response.writeHead(302, { location: back.href }).end()
    }
    const answer = answers[url.pathname]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer?.() ?? {}))
  })
  return self
}
