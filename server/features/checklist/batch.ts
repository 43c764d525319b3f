import type { Entity } from '#contract/kit/entity/entity.ts'
import type { ItemsField } from '#contract/kit/fields/field.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { idsOf, refusalOf } from '#server/kit/refuse.ts'
import { lockRows, refuseStale } from '#server/kit/write/lock.ts'

/** Locks the rows of a call on many, each by the version that the person saw. Throws for no row, and for one that is named twice. */
export async function lockBatch(
  of: Entity,
  context: Context,
  tx: Transaction,
  given: readonly { readonly id: string; readonly version: number }[],
  { field, label }: { readonly field: string; readonly label: ItemsField },
): Promise<Row[]> {
  const byId = new Map(given.map(({ id, version }) => [id.toLowerCase(), version]))
  if (byId.size === 0 || byId.size < given.length) throw refusalOf([{ field, label, rule: byId.size === 0 ? 'required' : 'twice' }])
  const rows = await lockRows(of, context, tx, idsOf({ ...context, input: { ids: [...byId.keys()] } }))
  for (const row of rows) await refuseStale(of, context, tx, row, byId.get(String(row.id)))
  return rows
}
