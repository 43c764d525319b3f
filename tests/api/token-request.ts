import { answerOf, type TestApp } from '#tests/harness/app-for-test.ts'
import { digest, home, password } from '#tests/harness/hospitals.ts'

/** What a log-in answers, flat: tokens or an error. */
export type Flat = Record<string, unknown> & { access_token: string; refresh_token: string }

export interface TokenAnswer {
  readonly status: number
  readonly body: Flat
  /** Cookies as they are set: name -> the whole line. */
  readonly cookies: ReadonlyMap<string, string>
  /** What a browser sends back to the server, all of them. */
  readonly cookie: string
}

/** Asks for a token; parameters in the query as the given client sends them, or in `json`. */
export const askToken = async (
  { url }: Pick<TestApp, 'url'>,
  query: Readonly<Record<string, string>>,
  options: { headers?: Record<string, string>; json?: unknown; path?: string } = {},
): Promise<TokenAnswer> => {
  const { headers = {}, json, path = '/osm/auth/oauth/token' } = options
  const response = await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: {
      authorization: 'Basic d2ViOndlYl9zZWNyZXQ=',
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? undefined : JSON.stringify(json),
  })
  const lines = response.headers.getSetCookie()
  return {
    status: response.status,
    body: (await response.json()) as Flat,
    cookies: new Map(lines.map((line) => [line.split('=')[0]!, line])),
    cookie: lines.map((line) => line.split(';')[0]).join('; '),
  }
}

/** The parameters of a log-in by password. */
export const byPassword = (username: string, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  tenantId: home.tenant,
  username,
  password: digest(password),
  grant_type: 'password',
  scope: 'all',
  type: 'account',
  platform: 'EAM',
  ...more,
})

/** A call with a token, by GET or with a body by POST. */
export const callWith = async (url: string, token: string, path: string, body?: unknown) =>
  answerOf<Record<string, unknown>>(
    await fetch(`${url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'blade-auth': `bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  )
