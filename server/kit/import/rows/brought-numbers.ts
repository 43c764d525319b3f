import type { View } from '#contract/kit/entity/view.ts'
import { isCode } from '#contract/kit/fields/field.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { Words } from '#contract/kit/words.ts'
import { keyColumn, tableName } from '#server/kit/table.ts'
import type { Run } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'

const taken: Words = { zh: '已被其他记录使用，另行编号', en: 'is used by another record, so a new number is given' }

const perQuery = 20_000

/**
 * Finds numbers of new rows that another record, even a removed one, or an earlier row of the file already has: numbers are never issued
 * twice. `drop`: called with row and field of each.
 */
export async function settleNumbers(
  rows: readonly ReadRow[],
  isThere: readonly boolean[],
  { view, facts, tenantId, run }: { readonly view: View; readonly facts: ImportFacts; readonly tenantId: string; readonly run: Run },
  drop: (index: number, name: string, words: Words, value: string) => void,
): Promise<void> {
  const { entity } = view
  for (const name of facts.brings ?? []) {
    const field = view.fields[name]
    if (field?.kind !== 'numbering') continue
    const given = rows.flatMap(({ draft }) => (draft[name] ? [String(draft[name])] : []))
    // Numbers that are not codes are compared literally.
    const keyOf = isCode(field) ? codeKey : (number: string): string => number
    const used = new Set<string>()
    for (let at = 0; at < given.length; at += perQuery) {
      const some = given.slice(at, at + perQuery)
      const { rows: found } = await run({
        text: `select t.${keyColumn(name, field)} as value from ${tableName(entity)} t where t.tenant_id = $1 and t.${keyColumn(name, field)} = any($2::text[])`,
        values: [tenantId, some.map(keyOf)],
      })
      for (const row of found) used.add(String(row.value))
    }
    rows.forEach(({ draft }, index) => {
      const value = draft[name]
      if (!value || isThere[index]) return
      const key = keyOf(String(value))
      if (used.has(key)) drop(index, name, taken, String(value))
      used.add(key)
    })
  }
}
