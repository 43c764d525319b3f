import type { Entity } from '#contract/kit/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/field.ts'
import { entities } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { columnName, tableName } from './table.ts'

/** Entities whose rows go with their parent, by the name of the parent. */
const owned = new Set(entities.flatMap((of) => (of.lines ?? []).map((line) => `${of.name} ${line.entity}`)))

/** Where rows of an entity are named by rows that match `by`, as SQL over the tenant ($1) and their ids ($2). */
function namingSql(of: Entity, by: (other: Entity, field: Field, name: string) => boolean): string[] {
  return entities.flatMap((other) =>
    Object.entries(other.fields).flatMap(([name, field]) => {
      if ((field.kind !== 'link' && field.kind !== 'ids') || field.to !== of.name || !by(other, field, name)) return []
      const named = `${columnName(name, field)} ${field.kind === 'ids' ? '&& $2::uuid[]' : '= any($2::uuid[])'}`
      return `exists (select 1 from ${tableName(other)} where tenant_id = $1 and ${named}${other.softDelete ? ' and not is_deleted' : ''})`
    }),
  )
}

async function refuseNamed(of: Entity, tx: Transaction, ids: readonly string[], parts: readonly string[]): Promise<void> {
  if (parts.length === 0) return
  const { rows } = await tx.run({ text: `select ${parts.join(' or ')} as used`, values: [tx.tenantId, ids] })
  if (rows[0]?.used) throw new Refusal('in_use', { what: of })
}

/** Refuses to remove rows that rows of other entities link to, or list, and would be left pointing at nothing. */
export function refuseUsed(of: Entity, tx: Transaction, ids: readonly string[]): Promise<void> {
  const parts = namingSql(
    of,
    (other, field, name) =>
      !(field.kind === 'link' && field.goesWith) && !other.append && !owned.has(`${of.name} ${other.name}`) && name !== other.tree,
  )
  return refuseNamed(of, tx, ids, parts)
}

/**
 * Refuses rows that a removal may leave behind but that are in use all the same: named in what is only ever added to, such as a printed label, a count
 * or a sign-in.
 */
export function refuseMentioned(of: Entity, tx: Transaction, ids: readonly string[]): Promise<void> {
  return refuseNamed(
    of,
    tx,
    ids,
    namingSql(of, (other, field) => other.append === true && field.kind === 'link' && !field.goesWith),
  )
}
