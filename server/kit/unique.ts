import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import { columnName, tableName } from './table.ts'

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
    throw new Refusal('taken', { label: view.fields[name] ?? field, value: String(draft[wireName(name, field)] ?? '') })
  }
}
