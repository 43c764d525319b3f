import { holdAnswer, holdRefusal } from './answer-faults.ts'
import { digest, password } from './hospitals.ts'
import { type PlainAnswer, plainRequest } from './plain-request.ts'
import type { ChangeWatch } from './told-changes.ts'

/** What came back: the envelope's parts, or the whole body where there is no envelope. */
export interface Answer<T = Record<string, unknown>> {
  readonly status: number
  readonly code: number
  readonly success: boolean
  readonly msg: string
  /** Code of the closed error list; undefined on success. */
  readonly error: string | undefined
  readonly data: T
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** A page as lists answer it. */
export interface Page<R = Row> {
  records: R[]
  total: number
  size: number
  current: number
  pages: number
}
export type Row = Record<string, unknown> & { id: string; version: number }

export type Query = Readonly<Record<string, string | number | undefined>>

/** A signed-in person; calls go over HTTP with the token in `Blade-Auth`. */
export interface Client {
  readonly tenant: string
  readonly userId: string
  readonly token: string
  readonly refreshToken: string
  /** Headers that name the person, for requests made by hand. */
  readonly headers: Readonly<Record<string, string>>
  get<T = Row>(path: string, query?: Query, headers?: Record<string, string>): Promise<Answer<T>>
  post<T = Row>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  /** The bytes of a download. */
  file(path: string, query?: Query): Promise<{ status: number; bytes: Uint8Array; headers: Headers }>
}

const queryOf = (query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

const answerFrom = <T>(status: number, headers: Headers, body: Record<string, unknown>): Answer<T> => {
  return {
    status,
    code: Number(body.code),
    success: body.success === true,
    msg: String(body.msg ?? ''),
    error: body.error as string | undefined,
    data: body.data as T,
    headers,
    body,
  }
}

/** Reads an answer; a body that is no JSON throws. */
export const answerOf = async <T>(response: Response): Promise<Answer<T>> =>
  answerFrom(response.status, response.headers, (await response.json()) as Record<string, unknown>)

const plainAnswerOf = <T>({ status, headers, text }: PlainAnswer): Answer<T> =>
  answerFrom(status, headers, JSON.parse(text) as Record<string, unknown>)

/** An answer that is what its call declares, a refusal what all are; throws when it is not. */
function held<T>(method: 'GET' | 'POST', path: string, answer: Answer<T>): Answer<T> {
  if (answer.status === 200) holdAnswer(method, `/api${path.split('?')[0]}`, answer.body)
  if (answer.status >= 400) holdRefusal(path, answer.body)
  return answer
}

/** A client from what the log-in answered; `watch` holds what its writes change against what pages ask again. */
export const clientOf = (url: string, flat: Record<string, unknown>, watch?: ChangeWatch): Client => {
  const headers = { 'blade-auth': `bearer ${flat.access_token}` }
  const get = (path: string, query?: Query, more: Record<string, string> = {}) =>
    plainRequest(`${url}/api${path}${queryOf(query)}`, { headers: { ...headers, ...more } })
  return {
    tenant: String(flat.tenant_id),
    userId: String(flat.user_id),
    token: String(flat.access_token),
    refreshToken: String(flat.refresh_token),
    headers,
    get: async (path, query, more) => held('GET', path, plainAnswerOf(await get(path, query, more))),
    post: async (path, body, more = {}) => {
      const request = () =>
        plainRequest(`${url}/api${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', ...more },
          body: JSON.stringify(body ?? {}),
        })
      const response = await (watch ? watch.around(String(flat.tenant_id), path, request) : request())
      return held('POST', path, plainAnswerOf(response))
    },
    file: async (path, query) => {
      const { status, bytes, headers } = await get(path, query)
      return { status, bytes, headers }
    },
  }
}

/** Signs in at the program of this address; throws when refused. */
export const signInAt = async (url: string, tenant: string, account: string, word = password, watch?: ChangeWatch): Promise<Client> => {
  const response = await fetch(
    `${url}/api/osm/auth/oauth/token${queryOf({ tenantId: tenant, username: account, password: digest(word), grant_type: 'password', scope: 'all', type: 'account' })}`,
    { method: 'POST' },
  )
  const flat = (await response.json()) as Record<string, unknown>
  if (!flat.access_token) throw new Error(`${tenant}/${account}: ${JSON.stringify(flat)}`)
  return clientOf(url, flat, watch)
}
