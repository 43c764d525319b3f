import type { TestApp } from '#tests/harness/app-for-test.ts'
import { readCatalogue } from '../laws/catalogue.ts'

/** Written by the program's own clock, whoever asks what. */
const ticking = new Set(['sync_mark'])

/** When a session was used last is noted every few minutes, whoever asks what. */
const heldOf = (table: string): string =>
  table === 'session'
    ? `coalesce(md5(string_agg((to_jsonb(t) - 'last_at')::text, ' ' order by t.id)), '')`
    : `'newest ' || coalesce(max(xmin::text::bigint), 0)`

const statements = new WeakMap<TestApp, string>()

const statementOf = async (app: TestApp): Promise<string> => {
  const { tables } = await readCatalogue({ query: async (text: string) => ({ rows: await app.sql(text) }) } as never)
  return tables
    .filter(({ name }) => !ticking.has(name))
    .map(({ name }) => `select '${name}' as name, count(*) || ' rows, ' || ${heldOf(name)} as held from ${name} t`)
    .join(' union all ')
}

/** What every table holds, as its number of rows and its newest transaction: equal before and after when nothing was written. */
export const stored = async (app: TestApp): Promise<Record<string, string>> => {
  // Tables come with migrations, before the program starts.
  const statement = statements.get(app) ?? (await statementOf(app))
  statements.set(app, statement)
  const rows = await app.sql(statement)
  return Object.fromEntries(rows.map((row) => [String(row.name), String(row.held)]))
}
