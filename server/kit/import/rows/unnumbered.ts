import type { View } from '#contract/kit/entity/view.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import type { Run } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'
import { knownMarks, marksOf } from './sameness.ts'

interface Given {
  readonly view: View
  readonly facts: ImportFacts
  readonly tenantId: string
  readonly run: Run
}

/** The existing row that matches a row without any number, and the fields that identified it. */
export interface Recognised {
  readonly id: string
  readonly by: readonly string[]
}

/** Those rows that an import created and that have no number either. */
async function withoutNumber(ids: readonly string[], { view, facts, tenantId, run }: Given): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { entity } = view
  const numbers = [...new Set(facts.same.map(([first]) => first!))].map((name) => `t.${columnName(name, entity.fields[name]!)} is null`)
  const { rows } = await run({
    text: `select t.id from ${tableName(entity)} t where t.tenant_id = $1 and t.id = any($2::uuid[]) and ${numbers.join(' and ')}
      and exists (select from import_row i where i.tenant_id = t.tenant_id and i.entity = $3 and i.entity_id = t.id and i.hash is not null)`,
    values: [tenantId, ids, entity.name],
  })
  return new Set(rows.map(({ id }) => String(id)))
}

/**
 * Finds the matching rows for rows without any number among those of earlier imports that no other row of the file matches, by content, the
 * fullest set of `unnumbered` first. Several rows with the same content match one each, in order. `open`: the indexes of the rows;
 * `claimed`: rows of the register that are already matched.
 */
export async function matchUnnumbered(
  rows: readonly ReadRow[],
  open: readonly number[],
  claimed: Set<string>,
  given: Given,
): Promise<ReadonlyMap<number, Recognised>> {
  const { view, facts, tenantId, run } = given
  const found = new Map<number, Recognised>()
  for (const set of facts.unnumbered ?? []) {
    const marks = open.flatMap((index) => {
      const [mark] = found.has(index) ? [] : marksOf(view, [set], rows[index]!)
      return mark?.values.every(Boolean) ? [{ index, mark }] : []
    })
    if (marks.length === 0) continue
    const hits = await knownMarks(
      view,
      tenantId,
      marks.map(({ mark }) => mark),
      run,
    )
    const bare = await withoutNumber([...new Set([...hits.values()].flat())], given)
    for (const { index, mark } of marks) {
      const id = hits.get(mark.key)?.find((one) => bare.has(one) && !claimed.has(one))
      if (id === undefined) continue
      claimed.add(id)
      found.set(index, { id, by: set })
    }
  }
  return found
}
