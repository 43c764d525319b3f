import { createHash } from 'node:crypto'

/** One answer of the desk's calls. */
interface Envelope<T> {
  readonly code: number
  readonly msg: string
  readonly data: T
}

export interface Page<R> {
  readonly records: R[]
  readonly total: number
}

export interface Account {
  readonly tenant: string
  readonly user: string
  readonly password: string
}

/** A person at the desk who prepares data by calls and checks what has arrived; the phone under test never sees this person. */
export interface Desk {
  get<T>(path: string, query?: Record<string, string>): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
}

/** What the call of the sign-in takes: its headers and its fields. */
export const tokenRequest = ({ tenant, user, password }: Account) => ({
  headers: { Authorization: `Basic ${btoa('web:web_secret')}`, 'Tenant-Id': tenant },
  fields: {
    tenantId: tenant,
    username: user,
    password: createHash('sha256').update(password).digest('hex'),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  },
})

/** Signs in at the program under `url`. Calls throw with the server's sentence. */
export async function openDesk(url: string, account: Account): Promise<Desk> {
  const { headers, fields } = tokenRequest(account)
  const asked = new URLSearchParams(fields)
  const token = await fetch(`${url}/api/osm/auth/oauth/token?${asked}`, { method: 'POST', headers })
  const { access_token, error_description } = (await token.json()) as { access_token?: string; error_description?: string }
  if (!access_token) throw new Error(`${account.user} cannot sign in: ${error_description}`)
  const signed = { ...headers, 'Content-Type': 'application/json', 'Blade-Auth': `bearer ${access_token}` }
  const answered = async <T>(response: Response): Promise<T> => {
    const { code, msg, data } = (await response.json()) as Envelope<T>
    if (code !== 200) throw new Error(`${response.url}: ${code} ${msg}`)
    return data
  }
  return {
    get: async (path, query = {}) => answered(await fetch(`${url}/api${path}?${new URLSearchParams(query)}`, { headers: signed })),
    post: async (path, body) => answered(await fetch(`${url}/api${path}`, { method: 'POST', headers: signed, body: JSON.stringify(body) })),
  }
}
