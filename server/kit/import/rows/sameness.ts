import { createHash } from 'node:crypto'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { isCode } from '#contract/kit/fields/field.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import { columnName, keyColumn, tableName } from '#server/kit/table.ts'
import { nameKey } from '../cells/cell-values.ts'
import type { Run } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'

/** Identifies an existing row: a set of fields with their values in this row. */
export interface Mark {
  readonly fields: readonly string[]
  readonly values: readonly string[]
  readonly key: string
}

/** The form of a value for comparing rows. */
export function valueKey(view: View, name: string, value: string): string {
  const field = view.entity.fields[name]
  if (field?.kind === 'money' || field?.kind === 'decimal') return value === '' ? '' : String(Number(value))
  // The database writes a moment in another form than the wire.
  if (field?.kind === 'time') return value === '' ? '' : new Date(value).toISOString()
  return isCode(field) ? codeKey(value) : nameKey(value)
}

/** The value of a field as the row states it. */
export const typedValue = (view: View, row: ReadRow, name: string): string =>
  row.names[name] ?? String(row.draft[wireName(name, view.entity.fields[name]!)] ?? '')

/** The marks of a row for some sets of fields, in their order; its links must already be resolved. */
export function marksOf(view: View, sets: ImportFacts['same'], row: ReadRow): Mark[] {
  return sets.flatMap((set) => {
    if (!set.every((name) => view.entity.fields[name])) return []
    const values = set.map((name) => {
      const field = view.entity.fields[name]!
      const value = row.draft[wireName(name, field)]
      // A parent in the same file has no id yet, so it is identified by its name.
      return value === undefined || value === null
        ? row.names[name]
          ? `name ${nameKey(row.names[name])}`
          : ''
        : valueKey(view, name, String(value))
    })
    return values[0] ? [{ fields: set, values, key: JSON.stringify([set, values]) }] : []
  })
}

export interface Hashed {
  readonly hash: Buffer
  /** Index of the first row with the same content; undefined for that row itself. */
  readonly repeats: number | undefined
}

/**
 * The hash of each row's content, independent of the column order. Rows with equal content get different hashes by their sequence number.
 */
export function hashesOf(rows: readonly ReadRow[]): Hashed[] {
  const seen = new Map<string, { count: number; first: number }>()
  const keys = new Map<string, string>()
  const keyOf = (name: string): string => {
    const key = keys.get(name) ?? nameKey(name)
    keys.set(name, key)
    return key
  }
  return rows.map(({ draft, names, kept, opening, filing }, index) => {
    const said: unknown[] = []
    // A draft has its fields in the order of the declaration, but its links come from elsewhere.
    for (const [wire, value] of Object.entries(draft))
      if (value !== null && !(wire.endsWith('Id') && wire.slice(0, -2) in names)) said.push(wire, value)
    for (const name of Object.keys(names).sort()) said.push(name, keyOf(names[name]!))
    for (const one of [...kept].sort((a, b) => (a.heading < b.heading ? -1 : 1))) said.push(one.heading, one.text)
    if (opening && !opening.isUnknown) said.push('#opening', opening.state)
    if (filing) said.push('#filing', filing.state)
    const hash = createHash('sha256').update(JSON.stringify(said)).digest()
    const at = hash.toString('latin1')
    const known = seen.get(at) ?? { count: 0, first: index }
    known.count++
    seen.set(at, known)
    return known.count === 1
      ? { hash, repeats: undefined }
      : { hash: createHash('sha256').update(hash).update(String(known.count)).digest(), repeats: known.first }
  })
}

const chunk = 20_000

/** A row written by an import, and whether later imports left it unchanged. */
export interface KnownHash {
  readonly id: string
  readonly isLatest: boolean
}

/** The rows that earlier imports wrote with the same content and that still exist, by hash in hex. */
export async function knownHashes(
  view: View,
  tenantId: string,
  hashes: readonly Buffer[],
  run: Run,
): Promise<ReadonlyMap<string, KnownHash>> {
  const found = new Map<string, KnownHash>()
  const { entity } = view
  for (let at = 0; at < hashes.length; at += chunk) {
    const { rows } = await run({
      text: `select encode(i.hash, 'hex') as hash, i.entity_id as id, not exists (select from import_row o where o.tenant_id = i.tenant_id and o.entity = i.entity
          and o.entity_id = i.entity_id and o.at > i.at) as is_latest from import_row i join ${tableName(entity)} t on t.tenant_id = i.tenant_id and t.id = i.entity_id
        where i.tenant_id = $1 and i.entity = $2 and i.hash = any($3::bytea[])${entity.softDelete ? ' and not t.is_deleted' : ''} order by i.at`,
      values: [tenantId, entity.name, hashes.slice(at, at + chunk)],
    })
    for (const row of rows) found.set(String(row.hash), { id: String(row.id), isLatest: row.is_latest === true })
  }
  return found
}

/** The rows of the register that marks match, by key. */
export async function knownMarks(
  view: View,
  tenantId: string,
  marks: readonly Mark[],
  run: Run,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { entity } = view
  const found = new Map<string, string[]>()
  const sets = new Map<string, Mark[]>()
  for (const mark of marks) {
    const name = mark.fields.join()
    const some = sets.get(name)
    if (some) some.push(mark)
    else sets.set(name, [mark])
  }
  for (const some of sets.values()) {
    const { fields } = some[0]!
    const columns = fields.map((name) => columnName(name, entity.fields[name]!))
    const [leading] = fields as [string]
    const foundBy = isCode(entity.fields[leading])
      ? `t.${keyColumn(leading, entity.fields[leading]!)}`
      : `search_form(t.${columns[0]}::text)`
    for (let at = 0; at < some.length; at += chunk) {
      const { rows } = await run({
        text: `select t.id, ${columns.map((column) => `coalesce(t.${column}::text, '') as ${column}`).join(', ')} from ${tableName(entity)} t
          where t.tenant_id = $1${entity.softDelete ? ' and not t.is_deleted' : ''} and ${foundBy} = any($2::text[])`,
        values: [tenantId, some.slice(at, at + chunk).map((mark) => mark.values[0])],
      })
      for (const row of rows) {
        const key = JSON.stringify([fields, fields.map((name, index) => valueKey(view, name, String(row[columns[index]!])))])
        found.set(key, [...(found.get(key) ?? []), String(row.id)])
      }
    }
  }
  return found
}

/** The comparison form of a unique field's value. */
export const takenKey = (view: View, name: string, value: unknown): string =>
  isCode(view.entity.fields[name]) ? codeKey(String(value)) : String(value)

/** The existing rows with values of unique fields, by field and `takenKey`. */
export async function takenValues(
  view: View,
  tenantId: string,
  rows: readonly ReadRow[],
  run: Run,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const { entity } = view
  const taken = new Map<string, Map<string, string>>()
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!field.unique || field.readOnly || field.kind !== 'text') continue
    const given = rows.flatMap((row) => (row.draft[name] ? [takenKey(view, name, row.draft[name])] : []))
    const found = new Map<string, string>()
    for (let at = 0; at < given.length; at += chunk) {
      const result = await run({
        text: `select t.id, t.${keyColumn(name, field)} as value from ${tableName(entity)} t where t.tenant_id = $1${entity.softDelete ? ' and not t.is_deleted' : ''} and t.${keyColumn(name, field)} = any($2::text[])`,
        values: [tenantId, given.slice(at, at + chunk)],
      })
      for (const row of result.rows) found.set(String(row.value), String(row.id))
    }
    taken.set(name, found)
  }
  return taken
}
