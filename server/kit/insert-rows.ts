import type { View } from '#contract/kit/view.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from './context.ts'
import { insertAll } from './insert-of.ts'
import { tableName } from './table.ts'
import { uniqueRefusal } from './unique.ts'

/** Throws where some rows name a column and others leave it to its default: in one statement these would say null. */
async function refuseUneven(table: string, columns: readonly string[], tx: Transaction, rows: readonly Row[]): Promise<void> {
  const uneven = columns.filter((column) => rows.some((row) => row[column] === undefined))
  if (uneven.length === 0) return
  const { rows: found } = await tx.run({
    text: `select a.attname as name from pg_attribute a where a.attrelid = $1::regclass and a.attnotnull and a.atthasdef and a.attname = any($2::name[])`,
    values: [table, uneven],
  })
  if (found.length > 0) throw new Error(`${table}: every row names ${found.map(({ name }) => name).join(', ')}, or none`)
}

/**
 * Inserts rows with SQL column names in one statement. A column that any of them names is written for all of them: null where a row says nothing,
 * which columns that are never null and have a default do not take: they are named by every row or by none. Refuses a value that has to be unique and exists already.
 */
export async function insertRows(view: View, context: Context, tx: Transaction, rows: readonly Row[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const table = tableName(view.entity)
  await refuseUneven(table, columns, tx, rows)
  const by = { created_by: context.actor.userId, updated_by: context.actor.userId }
  const written = rows.map((row) => ({ ...by, ...row }))
  await uniqueRefusal(view, {}, () => tx.run(insertAll(table, tx.tenantId, written)))
}
