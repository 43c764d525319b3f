import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { takeViolations, watchTransactions } from '#server/db/transaction-watch.ts'
import { takeBuiltThreads } from '#server/kit/jobs/thread.ts'
import { readSettings } from '#server/settings.ts'
import { holdAnswer, holdRefusal } from './answer-faults.ts'
import { digest, type Hospital, home, password } from './hospitals.ts'
import { type PlainAnswer, plainRequest } from './plain-request.ts'
import { type FreshDatabase, filledDatabase } from './postgres.ts'
import { type ChangeWatch, watchChanges } from './told-changes.ts'

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

export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly app: FastifyInstance
  readonly pool: pg.Pool
  readonly database: FreshDatabase
  /** Folder of uploaded files of this run. */
  readonly dataDir: string
  /** Signs in with account and password; throws when refused. */
  signIn(tenant: string, account: string, word?: string): Promise<Client>
  /** A user of a small hospital by role, signed in once per file. */
  as(role: keyof Hospital['users'], of?: Hospital): Promise<Client>
  /** Makes a request of a page; writes of clients that it overlaps are not held against what pages ask again. */
  beside: ChangeWatch['beside']
  /** Rows as the superuser sees them, past row level security. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
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

/** How the program of a test starts. */
export interface Start {
  readonly env?: Record<string, string>
  readonly prepare?: (database: FreshDatabase) => Promise<void>
  readonly database?: FreshDatabase
  readonly timed?: true
}

/**
 * The program on a database of this file's own (demo tenant 100001 and the small hospitals), listening on a free port of 127.0.0.1.
 * `prepare` runs on the database before the program looks at it; `database` is used instead of a new one; `timed`: timed jobs run too.
 */
export const startApp = async (options: Start = {}): Promise<TestApp> => {
  const database = options.database ?? (await filledDatabase())
  await options.prepare?.(database)
  watchTransactions()
  takeBuiltThreads(inject('threads'))
  const pool = openPool(database.appUrl, 12)
  const dataDir = await mkdtemp(join(tmpdir(), 'wardkeeper-files-'))
  const env = {
    NODE_ENV: 'test',
    DEMO: 'off',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'silent',
    WARDKEEPER_TEST_FAULTS: 'on',
    DATA_DIR: dataDir,
    ...options.env,
  }
  const app = await buildApp({ settings: readSettings(env), pool, ...(options.timed ? { jobsUrl: database.jobsUrl } : {}) })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const known = new Map<string, Promise<Client>>()
  const watch = await watchChanges(database.superUrl)
  const superuser = new pg.Pool({ connectionString: database.superUrl, max: 2 })
  superuser.on('error', () => {})
  return {
    url,
    app,
    pool,
    database,
    dataDir,
    signIn: (tenant, account, word) => signInAt(url, tenant, account, word, watch),
    as(role, of = home) {
      const key = `${of.tenant}/${role}`
      const client = known.get(key) ?? signInAt(url, of.tenant, role, password, watch)
      known.set(key, client)
      return client
    },
    beside: watch.beside,
    sql: async (text, values) => (await superuser.query(text, values)).rows,
    async stop() {
      // A client may hold a connection on which it never sent a request; the close would wait for it.
      app.server.closeAllConnections()
      await app.close()
      await watch.stop()
      await pool.end()
      await superuser.end()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      const waited = takeViolations()
      if (waited.length > 0) throw new Error(`Asked inside a transaction: ${waited.join(', ')}. See docs/design/outbound.md`)
    },
  }
}
