import type { ImportFacts } from '#contract/kit/import-facts.ts'
import type { View } from '#contract/kit/view.ts'
import type { Words } from '#contract/kit/words.ts'
import { columnName, tableName } from '../table.ts'
import type { Run } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'

const taken: Words = { zh: '已被其他记录使用，另行编号', en: 'is used by another record, so a new number is given' }

const perQuery = 20_000

/**
 * Finds numbers of new rows that another record has or had, also an earlier row of the file: numbers are never given twice. `drop`: called
 * for each with its row and field.
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
    const used = new Set<string>()
    for (let at = 0; at < given.length; at += perQuery) {
      const some = given.slice(at, at + perQuery)
      const { rows: found } = await run({
        text: `select t.${columnName(name, field)} as value from ${tableName(entity)} t where t.tenant_id = $1 and t.${columnName(name, field)} = any($2::text[])`,
        values: [tenantId, [...some, ...some.map((one) => one.toUpperCase())]],
      })
      for (const row of found) used.add(String(row.value).toUpperCase())
    }
    rows.forEach(({ draft }, index) => {
      const value = draft[name]
      if (!value || isThere[index]) return
      const key = String(value).toUpperCase()
      if (used.has(key)) drop(index, name, taken, String(value))
      used.add(key)
    })
  }
}
