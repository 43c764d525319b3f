import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/field.ts'
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

/**
 * Refuses a code that another row has beside the same value (`uniqueWith`), also one of the rows that were alike before. `row`: as it is, where it is
 * changed.
 */
export async function refuseTaken(view: View, tx: Transaction, draft: Parsed, row?: Row): Promise<void> {
  const { entity } = view
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'text' || !field.uniqueWith) continue
    const columns = [name, field.uniqueWith].map(
      (one) => [wireName(one, entity.fields[one]!), columnName(one, entity.fields[one]!)] as const,
    )
    const [code, beside] = columns.map(([wire, column]) => (wire in draft ? draft[wire] : row?.[column]))
    if (!code || !beside || !isNumbered(String(code))) continue
    if (row && columns.every(([wire, column]) => !(wire in draft) || draft[wire] === row[column])) continue
    const [own, other] = columns.map(([, column]) => `t.${column}`)
    const { rows } = await tx.run({
      text: `select 1 from ${tableName(entity)} t where t.tenant_id = $1 and t.${keyColumn(name, field)} = $2 and code_writing(${own}) = $3 and search_form(${other}) = $4
        and ($5::uuid is null or t.id <> $5)${entity.softDelete ? ' and not t.is_deleted' : ''} limit 1`,
      values: [tx.tenantId, codeKey(String(code)), codeWriting(String(code)), searchForm(String(beside)), row?.id ?? null],
    })
    if (rows.length > 0) throw new Refusal('taken', { label: labelOf(view, name, field), value: String(code) })
  }
}
