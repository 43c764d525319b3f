import type { Field } from '#contract/kit/field.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from './access.ts'
import type { Context } from './context.ts'
import { refusalOf } from './refuse.ts'
import { columnName, tableName } from './table.ts'

type Link = Extract<Field, { kind: 'link' | 'ids' }>

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value : value ? [String(value)] : [])

/**
 * The names of the rows that links leave and reach, by id. Refuses a link to a row that does not exist, is deleted, or that
 * the person may not see; the row a link leaves may be any.
 */
export async function linkNames(
  view: View,
  context: Context,
  tx: Transaction,
  changes: readonly { name: string; from: unknown; to: unknown }[],
): Promise<ReadonlyMap<string, string>> {
  const links = changes.flatMap((change) => {
    const field = view.fields[change.name]
    // Files are bound to their record instead.
    return field?.kind === 'link' || (field?.kind === 'ids' && field.to && field.to !== 'file') ? [{ ...change, field: field as Link }] : []
  })
  const found = await Promise.all(
    links.map(async ({ field, from, to, name }) => {
      const target = entityNamed(field.to!)
      const into = new Parameters()
      const tenant = into.add(tx.tenantId)
      const ids = into.add([...idsIn(from), ...idsIn(to)])
      const scope = field.kind === 'link' && field.anywhere ? '' : scopeSql(target, context.actor, 't', into)
      const open = [target.softDelete ? 'not t.is_deleted' : '', scope].filter(Boolean).join(' and ') || 'true'
      // Locked, so that a row which is being removed at this moment is not linked to.
      const { rows } = await tx.run({
        text: `select t.id, t.${columnName(target.title, target.fields[target.title]!)} as name, (${open}) as open from ${tableName(target)} t where t.tenant_id = ${tenant} and t.id = any(${ids}::uuid[]) for key share of t`,
        values: into.values,
      })
      if (!idsIn(to).every((id) => rows.some((row) => row.id === id && row.open)))
        throw refusalOf([{ field: wireName(name, field), label: field, rule: 'absent' }])
      return rows.map((row): [string, string] => [String(row.id), String(row.name)])
    }),
  )
  return new Map(found.flat())
}
