import type { Entity } from '#contract/kit/entity.ts'
import { isCode } from '#contract/kit/field.ts'
import { codeKey, isNumbered } from '#contract/kit/one-writing.ts'
import type { View } from '#contract/kit/view.ts'
import type { Parameters } from '#server/db/query.ts'
import { keyColumn, tableName } from './table.ts'

/**
 * Reads a keyword that means rows by more than a field of theirs, such as the text of a label; undefined for another keyword. The answer is SQL that selects
 * their ids; its parameters go into `into`, and `tenant` is the placeholder of the tenant.
 */
export type CodeReader = (view: View, typed: string) => ((tenant: string, into: Parameters) => string) | undefined

const readers = new Map<string, CodeReader>()

/** Registers how keywords of an entity's lists are read as codes, besides its fields with `code`. */
export function readsCodes(of: Entity, reader: CodeReader): void {
  readers.set(of.name, reader)
}

/**
 * The condition that a keyword is a code of the row over the alias `t`, however it is written: with blanks inside, or as the text of a label. Empty for a
 * keyword that is none. Fields that the hospital hides find nothing.
 */
export function codeSql(view: View, typed: unknown, tenantId: string, into: Parameters): string {
  const { entity, fields } = view
  if (entity.repeating || typeof typed !== 'string' || typed.length > 500) return ''
  const key = codeKey(typed)
  // A word without a figure is no code of a single thing, and names are looked up all day.
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
  // An array is read through the key of the table, beside the grams; a subquery after OR would be compared with every row.
  return `t.id = any(array(${[...selects, ...(reads ? [reads(tenant, into)] : [])].join(' union all ')}))`
}
