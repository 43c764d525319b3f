import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { idsIn, isLink, linkedRows } from '../read/links.ts'
import { retiredProblem } from '../read/retired.ts'
import { refusalOf } from '../refuse.ts'
import { columnName } from '../table.ts'

/** The links of an input with their values, including links in items. */
function given(fields: FieldMap, input: Parsed, at = ''): { name: string; wire: string; field: Field; to: unknown }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const wire = wireName(name, field)
    const to = input[wire]
    if (field.kind !== 'items') return isLink(field) && to ? [{ name, wire: `${at}${wire}`, field, to }] : []
    return (Array.isArray(to) ? (to as Parsed[]) : []).flatMap((one, index) => given(field.fields, one, `${at}${wire}.${index}.`))
  })
}

/**
 * Throws for retired rows among the links of an input, and names their successors. `rows`: the records of the step; a link that all of them
 * already hold under the same name is accepted.
 */
export async function refuseRetired(
  context: Context,
  tx: Transaction,
  fields: FieldMap,
  input: Parsed,
  rows: readonly Row[] = [],
): Promise<void> {
  const problems: Problem[] = []
  for (const { name, wire, field, to } of given(fields, input)) {
    if (!isLink(field) || field.past || !entityNamed(field.to!).retired) continue
    const column = columnName(name, field)
    const isHeld = (id: string): boolean => rows.length > 0 && rows.every((row) => idsIn(row[column]).includes(id))
    const ids = idsIn(to).filter((id) => !isHeld(id))
    if (ids.length === 0) continue
    for (const found of await linkedRows(field, context, tx, ids)) {
      const problem = retiredProblem(found, wire, field)
      if (problem) problems.push(problem)
    }
  }
  if (problems.length > 0) throw refusalOf(problems)
}
