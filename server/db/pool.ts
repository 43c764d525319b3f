import pg from 'pg'
import { batch, withoutNames } from './batch.ts'
import { dutyRefusal } from './duty-refusal.ts'
import type { Query, Rows } from './query.ts'
import { inTransaction } from './transaction-watch.ts'

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

/** How the driver returns values: timestamps and dates as ISO text, numeric as text, bigint as number. */
export const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
    return (parsers.get(oid) ?? pg.types.getTypeParser(oid, format)) as (value: never) => unknown
  },
}

/**
 * A pool of at most `size` connections whose sessions run in UTC and parse values by `types`. `isPooled`: the address is a pooler that may
 * use another session for each transaction; it sets UTC itself, and statements have no names.
 */
export function openPool(url: string, size = 10, isPooled = false): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    // A request that waits longer for a connection fails with `busy`.
    connectionTimeoutMillis: 15_000,
    types: types as never,
    ...(isPooled ? {} : { options: '-c timezone=UTC' }),
    keepAlive: true,
  })
  // The pool replaces a connection that breaks while idle; without a listener, the error event would end the process.
  pool.on('error', () => {})
  // A connection that breaks while checked out fails its query; its error event must not end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (isPooled) withoutNames(client)
  })
  return pool
}

// Statements that a concurrent migration has invalidated; a new connection parses them again.
const outdated = new Set(['0A000', '26000'])

/** The error if the connection must be closed: it did not come from a statement, or only a new connection helps. Otherwise undefined. */
export const breaking = (error: unknown): Error | undefined => {
  const { code } = error as { code?: string }
  return !code || outdated.has(code) ? (error as Error) : undefined
}

const setTenant = (tenantId: string, personId: string | null): Query => ({
  text: `select set_config('app.tenant',$1,true), set_config('app.person',$2,true)`,
  values: [tenantId, personId ?? ''],
})

/** Reads in one round trip under the tenant's row level security; the results are in the order of the queries. */
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

/** Several reads from one snapshot, in as many round trips as `work` needs. */
export async function snapshotAs<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (run: (queries: readonly Query[]) => Promise<Rows[]>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let begun = false
  try {
    const run = async (queries: readonly Query[]): Promise<Rows[]> => {
      const head: Query[] = begun ? [] : [{ text: 'begin isolation level repeatable read read only' }, setTenant(tenantId, null)]
      begun = true
      return (await batch(client, [...head, ...queries], types)).slice(head.length)
    }
    return await inTransaction(() => work(run))
  } finally {
    if (begun)
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    client.release(broken)
  }
}

/** Builds the one statement for all rows gathered in a transaction; the function itself is the key by which rows are gathered. */
export type Gathered<R> = (tenantId: string, rows: readonly R[]) => Query

/** A transaction that queues statements and sends them together when a caller awaits a result. */
export interface Transaction {
  /** Sends all queued statements with this query and waits for its rows. */
  run(query: Query): Promise<Rows>
  /** Queues a statement whose rows are not needed; it is sent with the next query or with the commit. */
  later(query: Query): void
  /** Queues a row for a common statement; it writes all rows gathered until the next result is awaited. */
  gather<R>(statement: Gathered<R>, row: R): void
  /** Runs after the commit; errors are logged and do not undo the commit. */
  afterCommit(work: () => void | Promise<void>): void
  readonly tenantId: string
}

/**
 * Maximum duration in milliseconds, because a transaction holds its row locks and the horizon of every pull; PostgreSQL before 17 does not
 * end it itself.
 */
const longestMs = 130_000

interface Waiting {
  query: () => Query
  resolve: (rows: Rows) => void
  reject: (error: unknown) => void
}

/** Closes a connection even while it waits; the server rolls its transaction back. */
const cut = (client: pg.PoolClient): void => {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/**
 * Runs `work` in a transaction of the tenant and commits. BEGIN travels with the first statement and queued statements with the COMMIT, so
 * an update takes two round trips. Rolls back if `work` or a statement fails.
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
  // After a failed statement PostgreSQL answers COMMIT with a rollback; code that caught the error must not take that for success.
  let failed: unknown
  let scheduled = false
  let queue: Waiting[] = []
  // Gathered rows of queued statements. A query or a setting in between starts a new group: it must see the rows queued before it and no
  // others, and a setting must apply only to later rows.
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
      // Results of statements before the failed one are delivered, because the permission check of a write is sent along with its first
      // statement.
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
        // After all promises that are already settled, so that statements which callers queue then travel in the same round trip.
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
    const answer = await inTransaction(() => work(tx))
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
