import type { TestApp } from '#tests/harness/app-for-test.ts'
import { readCatalogue } from '../laws/catalogue.ts'

/** Written by the program's own clock, independent of requests, and contacts of phones, which a refused request is too. */
const ticking = new Set(['sync_mark', 'sync_contact'])

/** What is counted of the logs: exports are held by the log itself, and adding up, which the program's clock does, changes no sum. */
const logCounts: Readonly<Record<string, string>> = {
  log_count: `coalesce(sum(n) filter (where log <> 'access_log'), 0)`,
  log_word: `''`,
}

/** Exports are logged although they only read. */
const countOf = (table: string): string =>
  table === 'access_log' ? `count(*) filter (where event <> 'export')` : table in logCounts ? logCounts[table]! : 'count(*)'

/** When a session was used last is noted every few minutes by any request. */
const heldOf = (table: string): string =>
  table === 'access_log'
    ? `'newest ' || coalesce(max(xmin::text::bigint) filter (where event <> 'export'), 0)`
    : table in logCounts
      ? `''`
      : table === 'session'
        ? `coalesce(md5(string_agg((to_jsonb(t) - 'last_at')::text, ' ' order by t.id)), '')`
        : `'newest ' || coalesce(max(xmin::text::bigint), 0)`

const statements = new WeakMap<TestApp, string>()

const statementOf = async (app: TestApp): Promise<string> => {
  const { tables } = await readCatalogue({ query: async (text: string) => ({ rows: await app.sql(text) }) } as never)
  return tables
    .filter(({ name }) => !ticking.has(name))
    .map(({ name }) => `select '${name}' as name, ${countOf(name)} || ' rows, ' || ${heldOf(name)} as held from ${name} t`)
    .join(' union all ')
}

interface Seen {
  readonly snapshot: string
  readonly held: Record<string, string>
}
const seen = new WeakMap<TestApp, Seen>()

/**
 * A fingerprint of every table, its number of rows and its newest transaction: equal before and after when nothing was written. Tables are read
 * only if a transaction that writes has begun or ended on the server since the last time: the cost does not grow with the number of tables.
 */
export const stored = async (app: TestApp): Promise<Record<string, string>> => {
  // Asked before the tables: what is written in between is found the next time.
  const [row] = await app.sql('select pg_current_snapshot()::text as snapshot')
  const snapshot = String(row!.snapshot)
  const last = seen.get(app)
  if (last?.snapshot === snapshot) return { ...last.held }
  // Tables come with migrations, before the program starts.
  const statement = statements.get(app) ?? (await statementOf(app))
  statements.set(app, statement)
  const rows = await app.sql(statement)
  const held = Object.fromEntries(rows.map((one) => [String(one.name), String(one.held)]))
  seen.set(app, { snapshot, held })
  return { ...held }
}
