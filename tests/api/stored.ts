import type { TestApp } from '#tests/harness/app-for-test.ts'
import { readCatalogue } from '../laws/catalogue.ts'

/** Written by the program's own clock, whoever asks what. */
const ticking = new Set(['sync_mark'])

/** What every table holds, as its number of rows and its newest transaction: equal before and after when nothing was written. */
export const stored = async (app: TestApp): Promise<Record<string, string>> => {
  const { tables } = await readCatalogue({ query: async (text: string) => ({ rows: await app.sql(text) }) } as never)
  const rows = await app.sql(
    tables
      .filter(({ name }) => !ticking.has(name))
      .map(
        ({ name }) => `select '${name}' as name, count(*) || ' rows, newest ' || coalesce(max(xmin::text::bigint), 0) as held from ${name}`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.map((row) => [String(row.name), String(row.held)]))
}
