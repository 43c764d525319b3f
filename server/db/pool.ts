import pg from 'pg'
import { batch, withoutNames } from './batch.ts'
import { dutyRefusal } from './duty-refusal.ts'
import type { Query, Rows } from './query.ts'

const plain = (value: string): string => value
/** `2026-11-20 10:00:00.12+00` -> `2026-11-20T10:00:00.12+00:00`; sessions run in UTC. */
const moment = (value: string): string => `${value.slice(0, 10)}T${value.slice(11)}:00`
const parsers = new Map<number, (value: string) => unknown>([
  [20, Number],
  [1082, plain],
  [1114, plain],
  [1184, moment],
  [1700, plain],
])

/** How values leave the driver: moments and days as ISO text, numeric as text, bigint as number. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
    return (parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as (value: never) => unknown
  },
}

/**
 * A pool whose sessions run in UTC and read values as `types` says. `size` connections at most. `isPooled`: behind the address is a pooler that gives each
 * transaction another session, set to UTC by itself, in which statements keep no names.
 */
export function openPool(url: string, size = 10, isPooled = false): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    // A request that waits longer for a connection is refused as `busy`.
    connectionTimeoutMillis: 15_000,
    types: types as never,
    ...(isPooled ? {} : { options: '-c timezone=UTC' }),
    keepAlive: true,
  })
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {})
  // A connection that breaks while checked out fails its query; its error event must not end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (isPooled) withoutNames(client)
  })
  return pool
}

// Statements that a concurrent migration made invalid; a fresh connection parses them again.
const outdated = new Set(['0A000', '26000'])

/** The error that ends a connection: one that did not come from a statement, or that only a fresh connection mends. */
export const breaking = (error: unknown): Error | undefined => {
  const { code } = error as { code?: string }
  return !code || outdated.has(code) ? (error as Error) : undefined
}

const setTenant = (tenantId: string, personId: string | null): Query => ({
  text: `select set_config('app.tenant',$1,true), set_config('app.person',$2,true)`,
  values: [tenantId, personId ?? ''],
})

/** Reads in one round trip under the tenant's row level security; the first result belongs to the first query. */
export async function readAs(pool: pg.Pool, tenantId: string, queries: readonly Query[], personId: string | null = null): Promise<Rows[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return (await batch(client, [setTenant(tenantId, personId), ...queries], types)).slice(1)
  } catch (error) {
    broken = breaking(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Several reads of one snapshot, in as many round trips as `work` makes. */
export async function snapshotAs<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (run: (queries: readonly Query[]) => Promise<Rows[]>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let begun = false
  try {
    return await work(async (queries) => {
      const head: Query[] = begun ? [] : [{ text: 'begin isolation level repeatable read read only' }, setTenant(tenantId, null)]
      begun = true
      return (await batch(client, [...head, ...queries], types)).slice(head.length)
    })
  } finally {
    if (begun)
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    client.release(broken)
  }
}

/** Makes the one statement that writes rows gathered in a transaction; itself what they are gathered by. */
export type Gathered<R> = (tenantId: string, rows: readonly R[]) => Query

/** A transaction that sends its queued statements together when a caller awaits a result. */
export interface Transaction {
  /** Sends all that is queued with this query and waits for its rows. */
  run(query: Query): Promise<Rows>
  /** Queues a statement whose rows are not needed; it is sent with the next one or with the commit. */
  later(query: Query): void
  /** Queues a row for the statement that writes all rows gathered for it until the next result is awaited. */
  gather<R>(statement: Gathered<R>, row: R): void
  /** Runs after a commit; failures are logged and never undo it. */
  afterCommit(work: () => void | Promise<void>): void
  readonly tenantId: string
}

/** Longest a transaction may hold its rows and the horizon of every pull, in milliseconds; versions of PostgreSQL before 17 do not end it themselves. */
const longestMs = 130_000

interface Waiting {
  query: () => Query
  resolve: (rows: Rows) => void
  reject: (error: unknown) => void
}

/** Ends a connection even while it waits; the server rolls its transaction back. */
const cut = (client: pg.PoolClient): void => {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/**
 * Runs `work` in a transaction of the tenant and commits. BEGIN travels with the first statement and queued statements with
 * the COMMIT, so that an update costs two round trips. Everything is undone when `work` or a statement fails.
 */
export async function writeAs<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (tx: Transaction) => Promise<T>,
  options: { personId?: string | null; onLate?: (error: unknown) => void; longestMs?: number } = {},
): Promise<T> {
  const client = await pool.connect()
  const watchdog = setTimeout(() => cut(client), options.longestMs ?? longestMs)
  let broken: Error | undefined
  let begun = false
  // After a failed statement PostgreSQL answers COMMIT by rolling back; code that caught the error must not take that for success.
  let failed: unknown
  let scheduled = false
  let queue: Waiting[] = []
  // Rows of queued statements. What is read or set in between parts them: it sees the rows before it and no others, and a setting holds for those behind it.
  const gathering = new Map<Gathered<never>, unknown[]>()
  const late: (() => void | Promise<void>)[] = []
  const send = async (extra: Query[] = []): Promise<void> => {
    scheduled = false
    const sent = queue
    queue = []
    gathering.clear()
    const head: Query[] = begun ? [] : [{ text: 'begin' }, setTenant(tenantId, options.personId ?? null)]
    if (sent.length + extra.length === 0) return
    begun = true
    try {
      const settle = (results: readonly Rows[]): void => {
        for (const [index, one] of sent.entries()) if (results[index + head.length]) one.resolve(results[index + head.length]!)
      }
      // What was answered before a statement failed is known: who may write at all is asked beside the first one.
      settle(await batch(client, [...head, ...sent.map((one) => one.query()), ...extra], types, settle))
    } catch (error) {
      failed ??= error
      for (const one of sent) one.reject(error)
      throw error
    }
  }
  const tx: Transaction = {
    tenantId,
    run(query) {
      return new Promise((resolve, reject) => {
        queue.push({ query: () => query, resolve, reject })
        gathering.clear()
        if (scheduled) return
        scheduled = true
        // Behind all promises that are settled already: what a caller queues after them travels in the same round trip.
        queueMicrotask(() => process.nextTick(() => send().catch(() => {})))
      })
    },
    later(query) {
      if (query.text.startsWith('select ')) gathering.clear()
      queue.push({ query: () => query, resolve: () => {}, reject: () => {} })
    },
    gather<R>(this: Transaction, statement: Gathered<R>, row: R) {
      const { tenantId } = this
      const rows = gathering.get(statement) as R[] | undefined
      if (rows) {
        rows.push(row)
        return
      }
      const first = [row]
      gathering.set(statement, first)
      queue.push({ query: () => statement(tenantId, first), resolve: () => {}, reject: () => {} })
    },
    afterCommit(run) {
      late.push(run)
    },
  }
  try {
    const answer = await work(tx)
    if (failed) throw failed
    if (begun || queue.length > 0) await send([{ text: 'commit' }])
    for (const run of late)
      Promise.resolve()
        .then(run)
        .catch((error: unknown) => options.onLate?.(error))
    return answer
  } catch (error) {
    if (begun)
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    broken ??= outdated.has(String((error as { code?: string }).code)) ? (error as Error) : undefined
    throw dutyRefusal(error) ?? error
  } finally {
    clearTimeout(watchdog)
    client.release(broken)
  }
}
