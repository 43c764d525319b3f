import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { entities } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { columnName, tableName } from '../table.ts'

/** Entities of lines, which are removed with their header; keyed by header and line entity. */
const owned = new Set(entities.flatMap((of) => (of.lines ?? []).map((line) => `${of.name} ${line.entity}`)))

/**
 * SQL conditions that rows of other entities refer to rows of an entity; parameters: the tenant ($1) and the ids ($2). `by`: which link
 * fields to check.
 */
function namingSql(of: Entity, by: (other: Entity, field: Field, name: string) => boolean): string[] {
  return entities.flatMap((other) =>
    Object.entries(other.fields).flatMap(([name, field]) => {
      if ((field.kind !== 'link' && field.kind !== 'ids') || field.to !== of.name || !by(other, field, name)) return []
      const named = `${columnName(name, field)} ${field.kind === 'ids' ? '&& $2::uuid[]' : '= any($2::uuid[])'}`
      return `exists (select 1 from ${tableName(other)} where tenant_id = $1 and ${named}${other.softDelete ? ' and not is_deleted' : ''})`
    }),
  )
}

/** Says that rows are in use and, where a flag retires them, that it does instead. */
export function inUse(of: Entity): Refusal {
  const [name = ''] = Object.keys(of.retired?.when ?? {})
  const field = of.fields[name]
  const instead =
    field?.kind === 'flag' && !field.readOnly
      ? {
          zh: `；可改为“${field.zh}”，不再选用，历史记录保留`,
          en: `. Set “${field.en}” instead: it is no longer chosen and its history stays`,
        }
      : { zh: '', en: '' }
  return new Refusal('in_use', { what: of, instead })
}

async function refuseNamed(of: Entity, tx: Transaction, ids: readonly string[], parts: readonly string[]): Promise<void> {
  if (parts.length === 0) return
  const { rows } = await tx.run({ text: `select ${parts.join(' or ')} as used`, values: [tx.tenantId, ids] })
  if (rows[0]?.used) throw inUse(of)
}

/** Throws if rows of other entities still link to, or list, the rows to be removed. */
export function refuseUsed(of: Entity, tx: Transaction, ids: readonly string[]): Promise<void> {
  const parts = namingSql(
    of,
    (other, field, name) =>
      !(field.kind === 'link' && field.goesWith) && !other.append && !owned.has(`${of.name} ${other.name}`) && name !== other.tree,
  )
  return refuseNamed(of, tx, ids, parts)
}

/** Throws for rows that no link uses, but that append-only records mention, such as printed labels, counts or sign-ins. */
export function refuseMentioned(of: Entity, tx: Transaction, ids: readonly string[]): Promise<void> {
  return refuseNamed(
    of,
    tx,
    ids,
    namingSql(of, (other, field) => other.append === true && field.kind === 'link' && !field.goesWith),
  )
}
