import { Refusal } from '#contract/kit/errors.ts'
import type { Field, TextField } from '#contract/kit/field.ts'
import { codeKey, codeWriting, isNumbered, searchForm } from '#contract/kit/one-writing.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { columnName, keyColumn, tableName } from './table.ts'

/** The label of a unique field in messages; of one that is unique beside another field, with that one. */
function labelOf({ entity, fields }: View, name: string, field: Field): Words {
  const shown = fields[name] ?? field
  if (field.kind !== 'text' || !field.uniqueWith) return shown
  const beside = fields[field.uniqueWith] ?? entity.fields[field.uniqueWith]!
  return { zh: `同一${beside.zh}的${shown.zh}`, en: `${shown.en} of this ${beside.en.toLowerCase()}` }
}

/** Runs a write and converts a unique violation into a Refusal that names the field and the value. */
export async function uniqueRefusal<T>(view: View, draft: Parsed, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code !== '23505') throw error
    const found = Object.entries(view.entity.fields).find(
      ([name, field]) => constraint === `${tableName(view.entity)}_${columnName(name, field)}_once`,
    )
    if (!found) throw new Refusal('taken', { label: view.entity, value: '' })
    const [name, field] = found
    throw new Refusal('taken', { label: labelOf(view, name, field), value: String(draft[wireName(name, field)] ?? '') })
  }
}

/** Whether a change of a field may meet a unique index. */
export const isOnce = ({ entity }: View, name: string): boolean =>
  entity.fields[name]?.unique === true ||
  Object.entries(entity.fields).some(
    ([code, one]) => one.kind === 'text' && one.uniqueWith !== undefined && [code, one.uniqueWith].includes(name),
  )

interface Numbered {
  readonly name: string
  readonly field: Field
  readonly code: string
  readonly beside: string
}

/** The codes that a draft gives a row and that may stand beside a value once (`uniqueWith`). `row`: as it is, where it is changed. */
function numberedOf({ entity }: View, draft: Parsed, row: Row | undefined): Numbered[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    if (field.kind !== 'text' || !field.uniqueWith) return []
    const columns = [name, field.uniqueWith].map(
      (one) => [wireName(one, entity.fields[one]!), columnName(one, entity.fields[one]!)] as const,
    )
    const [code, beside] = columns.map(([wire, column]) => (wire in draft ? draft[wire] : row?.[column]))
    if (!code || !beside || !isNumbered(String(code))) return []
    if (row && columns.every(([wire, column]) => !(wire in draft) || draft[wire] === row[column])) return []
    return [{ name, field, code: String(code), beside: String(beside) }]
  })
}

const takenCode = (view: View, { name, field, code }: Numbered): Refusal =>
  new Refusal('taken', { label: labelOf(view, name, field), value: code })

/**
 * Refuses a code that another row has beside the same value (`uniqueWith`), also one of the rows that were alike before. `row`: as it is, where it is
 * changed.
 */
export async function refuseTaken(view: View, tx: Transaction, draft: Parsed, row?: Row): Promise<void> {
  const { entity } = view
  for (const one of numberedOf(view, draft, row)) {
    const { name, field, code, beside } = one
    const [own, other] = [name, (field as TextField).uniqueWith!].map((of) => `t.${columnName(of, entity.fields[of]!)}`)
    const { rows } = await tx.run({
      text: `select 1 from ${tableName(entity)} t where t.tenant_id = $1 and t.${keyColumn(name, field)} = $2 and code_writing(${own}) = $3 and search_form(${other}) = $4
        and ($5::uuid is null or t.id <> $5)${entity.softDelete ? ' and not t.is_deleted' : ''} limit 1`,
      values: [tx.tenantId, codeKey(code), codeWriting(code), searchForm(beside), row?.id ?? null],
    })
    if (rows.length > 0) throw takenCode(view, one)
  }
}

/** Refuses a code beside a value that an earlier row of one batch gets (`uniqueWith`): none of them is written yet. */
export function batchCodes(view: View): (draft: Parsed, row: Row) => void {
  const given = new Set<string>()
  return (draft, row) => {
    const codes = numberedOf(view, draft, row).map((one) => ({
      one,
      key: JSON.stringify([one.name, codeWriting(one.code), searchForm(one.beside)]),
    }))
    for (const { one, key } of codes) if (given.has(key)) throw takenCode(view, one)
    for (const { key } of codes) given.add(key)
  }
}
