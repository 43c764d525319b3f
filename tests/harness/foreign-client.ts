import type { TestApp } from './app-for-test.ts'
import { digest } from './hospitals.ts'

export type Params = Readonly<Record<string, unknown>>

/** A page as lists of that family read it. */
export interface ForeignPage {
  readonly records: readonly ForeignRow[]
  readonly total: number
}
export type ForeignRow = Record<string, unknown> & { readonly id: string }

/** A front end of the SpringBlade family, as far as its requests go. */
export interface ForeignClient {
  readonly token: Readonly<Record<string, unknown>>
  get<T = unknown>(path: string, params?: Params): Promise<T>
  /** `params` travel in the query, `data` in the body; both may be there. */
  post<T = unknown>(path: string, params?: Params, data?: unknown): Promise<T>
  /** Sends a body as a plain form, as its client does where it says so. */
  form<T = unknown>(path: string, body: Params): Promise<T>
  /** Sends a file as its form does: one part named `file`. */
  upload<T = unknown>(path: string, file: File): Promise<T>
  /** A download, as `responseType: 'blob'` asks for it. */
  blob(path: string, params?: Params): Promise<Response>
}

/** A query as axios writes it: nothing for undefined and null, lists with `[]`. */
const queryOf = (params: Params): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value)) for (const one of value) query.append(`${name}[]`, String(one))
    else query.append(name, String(value))
  }
  return query.size > 0 ? `?${query}` : ''
}

/** `clientId:clientSecret` of its settings (src/config/website.js), which an administrator registers as a client. */
const basic = `Basic ${btoa('saber:saber_secret')}`

const answered = async (response: Response): Promise<Record<string, unknown>> => {
  const body = (await response.json()) as Record<string, unknown>
  // What its interceptor does (src/axios.js): every code but 200 becomes an error with the sentence.
  const code = body.code ?? response.status
  if (code !== 200) throw new Error(`${code}: ${String(body.msg ?? body.error_description)}`)
  return body
}

/** Signs in as src/api/user.js does, told the token path and the digest of passwords; every call carries the headers of src/axios.js. */
export const foreignClient = async (
  { url }: Pick<TestApp, 'url'>,
  tenantId: string,
  username: string,
  word: string,
): Promise<ForeignClient> => {
  const token = await answered(
    await fetch(
      `${url}/api/osm/auth/oauth/token${queryOf({ tenantId, username, password: digest(word), grant_type: 'password', scope: 'all', type: 'account' })}`,
      {
        method: 'POST',
        headers: { Authorization: basic, 'Tenant-Id': tenantId, 'Dept-Id': '', 'Role-Id': '', 'Captcha-Key': '', 'Captcha-Code': '' },
      },
    ),
  )
  const headers = { Authorization: basic, 'Blade-Auth': `bearer ${String(token.access_token)}` }
  const data = async <T>(response: Response): Promise<T> => {
    const body = await answered(response)
    if (body.success !== true) throw new Error(`no success: ${JSON.stringify(body).slice(0, 200)}`)
    return body.data as T
  }
  return {
    token,
    get: async (path, params = {}) => data(await fetch(`${url}/api${path}${queryOf(params)}`, { headers })),
    post: async (path, params = {}, body) =>
      data(
        await fetch(`${url}/api${path}${queryOf(params)}`, {
          method: 'POST',
          // axios says JSON for an object and, without one, the type of forms for an empty body.
          headers: { ...headers, 'Content-Type': body === undefined ? 'application/x-www-form-urlencoded' : 'application/json' },
          body: body === undefined ? undefined : JSON.stringify(body),
        }),
      ),
    form: async (path, body) =>
      data(
        await fetch(`${url}/api${path}`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
          body: queryOf(body).slice(1),
        }),
      ),
    async upload(path, file) {
      const body = new FormData()
      body.set('file', file)
      return data(await fetch(`${url}/api${path}`, { method: 'POST', headers, body }))
    },
    blob: (path, params = {}) => fetch(`${url}/api${path}${queryOf(params)}`, { method: 'POST', headers }),
  }
}
