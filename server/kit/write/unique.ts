import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field, TextField } from '#contract/kit/fields/field.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { codeKey, codeWriting, isNumbered, searchForm } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { columnName, keyColumn, tableName } from '../table.ts'

/** The label of a unique field in messages, together with its `uniqueWith` field if there is one. */
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

/** Whether changing a field may violate a unique index. */
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

/** The codes of a draft that must be unique beside another value (`uniqueWith`). `row`: the stored row, if it is changed. */
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
 * Throws for a code that another row has beside the same value (`uniqueWith`), including duplicates that existed before the rule. `row`:
 * the stored row, if it is changed.
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

/**
 * Throws for a code that an earlier row of the same batch already has beside the same value (`uniqueWith`); that row is not written yet.
 */
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
