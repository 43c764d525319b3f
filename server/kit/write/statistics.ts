import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Transaction } from '#server/db/pool.ts'
import { tableName } from '../table.ts'

/** Number of written rows after which table statistics are outdated; autovacuum takes minutes to notice. */
const many = 2000

/** Tables that grow with the rows of every entity. */
const beside = ['audit_event', 'sync_change', 'device_count', 'custom_value', 'import_row']

/**
 * Gathers statistics at the end of a transaction that wrote `written` rows of some entities, so that the first reads after its commit are
 * planned for them. Does nothing for few rows. The tables must be in the list of the database function `gather_statistics`.
 */
export async function gatherStatistics(tx: Transaction, written: number, of: readonly Entity[]): Promise<void> {
  if (written < many) return
  for (const table of [...new Set([...of.map(tableName), ...beside])].sort())
    await tx.run({ text: 'select gather_statistics($1)', values: [table], once: true })
}

/**
 * The same for a single table, if `added` exceeds a fifth of the rows in its statistics; fewer rows change no plan, and autovacuum handles
 * them.
 */
export async function gatherGrown(tx: Transaction, added: number, of: Entity): Promise<void> {
  if (added < many) return
  const name = tableName(of)
  const { rows } = await tx.run({ text: `select reltuples::float8 as known from pg_class where oid = $1::regclass`, values: [name] })
  if (added * 5 > Number(rows[0]!.known)) await tx.run({ text: 'select gather_statistics($1)', values: [name], once: true })
}
