import type { Field } from '#contract/kit/field.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from './context.ts'
import { refusalOf } from './refuse.ts'

/**
 * Hangs the files that values of `ids` fields name onto their record: from then on whoever may see the record may see them. Takes only files that the
 * person uploaded and nobody has used, or that hang there already; refuses the rest.
 */
export async function bindFiles(
  context: Context,
  tx: Transaction,
  record: { entity: string; id: string },
  given: readonly { field: Field; to: unknown }[],
): Promise<void> {
  for (const { field, to } of given) {
    if (field.kind !== 'ids' || field.to !== 'file' || !Array.isArray(to) || to.length === 0) continue
    const { rowCount } = await tx.run({
      text: `update file set of_entity = $3, of_id = $4 where tenant_id = $1 and id = any($2::uuid[])
        and (of_id is null and created_by = $5 or of_entity = $3 and of_id = $4)`,
      values: [tx.tenantId, to, record.entity, record.id, context.actor.userId],
    })
    if (rowCount !== to.length) throw refusalOf([{ field: '', label: field, rule: 'absent' }])
  }
}
