import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { takeViolations, watchTransactions } from '#server/db/transaction-watch.ts'
import type { MqttListen } from '#server/features/iot/mqtt/start-mqtt.ts'
import { takeBuiltThreads } from '#server/kit/jobs/thread.ts'
import { readSettings } from '#server/settings.ts'
import { type Client, signInAt } from './client.ts'
import { type Hospital, home, password } from './hospitals.ts'
import { type FreshDatabase, filledDatabase } from './postgres.ts'
import { type ChangeWatch, watchChanges } from './told-changes.ts'

// Without the server: what asks a program in another process takes these from client.ts.
export { type Answer, answerOf, type Client, clientOf, type Page, type Query, type Row, signInAt } from './client.ts'

export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  readonly app: FastifyInstance
  readonly pool: pg.Pool
  readonly database: FreshDatabase
  /** Folder of uploaded files of this run. */
  readonly dataDir: string
  /** Of the broker for sensors; 0 without one. */
  readonly mqttPort: number
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

/** How the program of a test starts. */
export interface Start {
  readonly env?: Record<string, string>
  readonly prepare?: (database: FreshDatabase) => Promise<void>
  readonly database?: FreshDatabase
  readonly timed?: true
  readonly mqtt?: true
}

/**
 * The program on a database of this file's own (demo tenant 100001 and the small hospitals), listening on a free port of 127.0.0.1.
 * `prepare` runs on the database before the program looks at it; `database` is used instead of a new one; `timed`: timed jobs run too; `mqtt`: so does
 * the broker for sensors, on a free port.
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
  let mqttPort = 0
  const mqtt: MqttListen = {
    host: '127.0.0.1',
    port: 0,
    opened: (found) => {
      mqttPort = found ?? 0
    },
  }
  const app = await buildApp({
    settings: readSettings(env),
    pool,
    ...(options.timed ? { jobsUrl: database.jobsUrl } : {}),
    ...(options.mqtt ? { mqtt } : {}),
  })
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
    mqttPort,
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
