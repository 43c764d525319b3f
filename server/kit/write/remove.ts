import type { View } from '#contract/kit/entity/view.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '../context.ts'
import { hooksOf } from '../hooks.ts'
import { writtenLines } from '../lines/lines.ts'
import { refuseWithChildren } from '../read/tree.ts'
import { record } from '../steps/event.ts'
import { tableName } from '../table.ts'
import { lockRows, refuseClosed } from './lock.ts'
import { notBefore } from './not-before.ts'
import { refuseUsed } from './used.ts'

/**
 * Removes rows by `ids`, all or nothing. Throws if the state of a row forbids it, if other rows refer to it, or if it is outside the
 * person's scope.
 */
export async function remove(view: View, context: Context, tx: Transaction, ids: readonly string[]): Promise<{ removed: number }> {
  const { entity } = view
  const rows = await lockRows(entity, context, tx, ids)
  for (const row of rows) refuseClosed(entity, entity.removable, row)
  if (entity.tree) await refuseWithChildren(entity, tx, ids)
  await refuseUsed(entity, tx, ids)
  await hooksOf(entity)?.beforeRemove?.(context, tx, { rows })
  if (entity.softDelete)
    tx.later({
      text: `update ${tableName(entity)} set is_deleted = true, version = version + 1, updated_by = $3, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
      values: [tx.tenantId, ids, context.actor.userId],
    })
  else tx.later({ text: `delete from ${tableName(entity)} where tenant_id = $1 and id = any($2::uuid[])`, values: [tx.tenantId, ids] })
  for (const line of writtenLines(entity))
    tx.later({
      text: `delete from ${tableName(entityNamed(line.entity))} where tenant_id = $1 and ${snake(line.by)}_id = any($2::uuid[])`,
      values: [tx.tenantId, ids],
    })
  tx.later({
    text: 'delete from custom_value where tenant_id = $1 and entity = $2 and id = any($3::uuid[])',
    values: [tx.tenantId, entity.name, ids],
  })
  for (const row of rows)
    record(await notBefore(context, tx, entity.name, row), tx, {
      entity: entity.name,
      entityId: String(row.id),
      verb: 'remove',
      version: Number(row.version) + 1,
    })
  return { removed: rows.length }
}
