import type { Entity } from '#contract/kit/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { entities } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { columnName, tableName } from './table.ts'

/** Entities whose rows go with their parent, by the name of the parent. */
const owned = new Set(entities.flatMap((of) => (of.lines ?? []).map((line) => `${of.name} ${line.entity}`)))

/** Refuses to remove rows that rows of other entities link to and would be left pointing at nothing. */
export async function refuseUsed(of: Entity, tx: Transaction, ids: readonly string[]): Promise<void> {
  const users = entities.flatMap((other) =>
    other.append || owned.has(`${of.name} ${other.name}`)
      ? []
      : Object.entries(other.fields).flatMap(([name, field]) =>
          field.kind === 'link' && field.to === of.name && name !== other.tree ? [{ other, column: columnName(name, field) }] : [],
        ),
  )
  if (users.length === 0) return
  const parts = users.map(
    ({ other, column }) =>
      `exists (select 1 from ${tableName(other)} where tenant_id = $1 and ${column} = any($2::uuid[])${other.softDelete ? ' and not is_deleted' : ''})`,
  )
  const { rows } = await tx.run({ text: `select ${parts.join(' or ')} as used`, values: [tx.tenantId, ids] })
  if (rows[0]?.used) throw new Refusal('in_use', { what: of })
}
