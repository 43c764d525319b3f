import type { View } from '#contract/kit/entity/view.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { tableName } from '../table.ts'
import { insertAll } from './insert-of.ts'
import { uniqueRefusal } from './unique.ts'

/** Throws if some rows set a column and others rely on its default: in one statement the others would write null. */
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
 * Inserts rows with SQL column names in one statement. A column that any row sets is written for all rows, as null where a row omits it; a
 * NOT NULL column with a default must therefore be set by all rows or by none. Throws a Refusal for a duplicate of a unique value.
 */
export async function insertRows(view: View, context: Context, tx: Transaction, rows: readonly Row[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const table = tableName(view.entity)
  await refuseUneven(table, columns, tx, rows)
  const by = { created_by: context.actor.userId, updated_by: context.actor.userId }
  const written = rows.map((row) => ({ ...by, ...row }))
  await uniqueRefusal(view, {}, () => tx.run(insertAll(table, tx.tenantId, written)))
}
