import { v7 as uuid } from 'uuid'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { hooksOf } from '#server/kit/hooks.ts'
import { refuseWithChildren } from '#server/kit/read/tree.ts'
import { tableName } from '#server/kit/table.ts'
import { refuseMentioned, refuseUsed } from '#server/kit/write/used.ts'
import { recordAll } from './add-rows.ts'

const perStatement = 5000

/**
 * Removes rows that were added together if the person sees all of them, they are unchanged (a reverted update does not count) and nothing
 * links to them. Otherwise throws and removes none.
 */
export async function removeRows(
  of: Entity,
  context: Context,
  tx: Transaction,
  ids: readonly string[],
  onRemoved: (removed: number) => Promise<void>,
): Promise<void> {
  const table = tableName(of)
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = any(${into.add(ids)}::uuid[])${of.softDelete ? ' and not t.is_deleted' : ''}`
  const scope = scopeSql(of, context.actor, 't', into) || 'true'
  const { rows } = await tx.run({
    text: `select count(*) filter (where version > 1) as changed, count(*) as standing, count(*) filter (where seen is not true) as unseen from
      (select t.version - 2 * (select count(*) from import_change c where c.tenant_id = t.tenant_id and c.entity_id = t.id and c.outcome = 'restored') as version, (${scope}) as seen from ${table} t where ${where} for update of t) found`,
    values: into.values,
  })
  if (Number(rows[0]!.unseen) > 0) throw new Refusal('not_found', { what: of })
  const touched = Number(rows[0]!.changed) + ids.length - Number(rows[0]!.standing)
  if (touched > 0)
    throw new Refusal('rule', {
      zh: `导入的${of.zh}中有 ${touched} 条后来被修改或删除，不能撤销`,
      en: `${touched} of the imported records (${of.en.toLowerCase()}) were changed or removed since, so the import cannot be undone`,
    })
  // Without soft delete the rows are lost, so the hooks of their module run first.
  if (!of.softDelete) {
    const gone = await tx.run({ text: `select * from ${table} where tenant_id = $1 and id = any($2::uuid[])`, values: [tx.tenantId, ids] })
    await hooksOf(of)?.beforeRemove?.(context, tx, { rows: gone.rows })
  }
  if (of.tree) await refuseWithChildren(of, tx, ids)
  await refuseUsed(of, tx, ids)
  await refuseMentioned(of, tx, ids)
  for (let at = 0; at < ids.length; at += perStatement) {
    const some = ids.slice(at, at + perStatement)
    if (of.softDelete)
      await tx.run({
        text: `update ${table} set is_deleted = true, version = version + 1, updated_by = $3, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
        values: [tx.tenantId, some, context.actor.userId],
      })
    else {
      for (const line of of.lines ?? [])
        tx.later({
          text: `delete from ${tableName(entityNamed(line.entity))} where tenant_id = $1 and ${snake(line.by)}_id = any($2::uuid[])`,
          values: [tx.tenantId, some],
        })
      await tx.run({ text: `delete from ${table} where tenant_id = $1 and id = any($2::uuid[])`, values: [tx.tenantId, some] })
    }
    tx.later({
      text: 'delete from custom_value where tenant_id = $1 and entity = $2 and id = any($3::uuid[])',
      values: [tx.tenantId, of.name, some],
    })
    recordAll(
      of.name,
      context,
      tx,
      'remove',
      some.map((id) => ({ id: uuid(), entity_id: id })),
      2,
    )
    await onRemoved(at + some.length)
  }
  await hooksOf(of)?.afterUndo?.(context, tx, { ids })
}
