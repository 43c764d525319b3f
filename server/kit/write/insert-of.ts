import type { Gathered } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'

/** An INSERT of rows with SQL column names; columns that a row does not set are null. */
export function insertAll(table: string, tenantId: string, rows: readonly Row[]): Query {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].join(', ')
  return {
    text: `insert into ${table} (tenant_id, ${columns}) select $1, ${columns} from jsonb_populate_recordset(null::${table}, $2::jsonb)`,
    values: [tenantId, JSON.stringify(rows)],
  }
}

/** The INSERT of gathered rows. A single row, the usual case, is passed as values, because reading it from JSON takes a quarter longer. */
export const insertOf =
  (table: string): Gathered<Row> =>
  (tenantId, rows) => {
    const [only] = rows
    if (!only || rows.length > 1) return insertAll(table, tenantId, rows)
    const columns = Object.keys(only)
    return {
      text: `insert into ${table} (tenant_id, ${columns.join(', ')}) values ($1, ${columns.map((_, at) => `$${at + 2}`).join(', ')})`,
      values: [tenantId, ...columns.map((column) => only[column] ?? null)],
    }
  }
