import type { Entity } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { isCode } from '#contract/kit/fields/field.ts'
import { codeKey, isNumbered } from '#contract/kit/text/one-writing.ts'
import type { Parameters } from '#server/db/query.ts'
import { keyColumn, tableName } from '../table.ts'

/**
 * Interprets a keyword as a code that is no field of the row, such as the text of a label. Returns SQL that selects the ids of the matching
 * rows (parameters go into `into`, `tenant` is the placeholder of the tenant), or undefined for any other keyword.
 */
export type CodeReader = (view: View, typed: string) => ((tenant: string, into: Parameters) => string) | undefined

const readers = new Map<string, CodeReader>()

/** Registers a code reader for an entity's lists, in addition to its `code` fields. */
export function readsCodes(of: Entity, reader: CodeReader): void {
  readers.set(of.name, reader)
}

/**
 * SQL condition that a row over the alias `t` has the keyword as its code, in any spelling: with blanks, or as the text of a label. Empty
 * if the keyword is no code. Ignores fields that the hospital hides.
 */
export function codeSql(view: View, typed: unknown, tenantId: string, into: Parameters): string {
  const { entity, fields } = view
  if (entity.repeating || typeof typed !== 'string' || typed.length > 500) return ''
  const key = codeKey(typed)
  // A word without a digit is no unique code, and most keywords are names.
  const codes = isNumbered(typed) ? Object.entries(entity.fields) : []
  const columns = codes.flatMap(([name, field]) => (isCode(field) && field.search && name in fields ? [keyColumn(name, field)] : []))
  const reader = readers.get(entity.name)
  const reads = reader?.(view, typed)
  if (columns.length === 0 && !reads) return ''
  const tenant = into.add(tenantId)
  const wanted = columns.length > 0 ? into.add(key) : ''
  const live = entity.softDelete ? ' and not k.is_deleted' : ''
  const selects = columns.map(
    (column) => `select k.id from ${tableName(entity)} k where k.tenant_id = ${tenant} and k.${column} = ${wanted}::text${live}`,
  )
  // As an array the ids are looked up by primary key, beside the grams; after OR, PostgreSQL would compare a subquery with every row.
  return `t.id = any(array(${[...selects, ...(reads ? [reads(tenant, into)] : [])].join(' union all ')}))`
}
