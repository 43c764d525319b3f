import type { Field, FieldMap } from '#contract/kit/field.ts'
import type { Parsed } from '#contract/kit/parse.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { wireName } from '#contract/kit/shape.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from './context.ts'
import { idsIn, isLink, linkedRows } from './links.ts'
import { refusalOf } from './refuse.ts'
import { retiredProblem } from './retired.ts'
import { columnName } from './table.ts'

/** Links of an input with the values given, those in its items too. */
function given(fields: FieldMap, input: Parsed, at = ''): { name: string; wire: string; field: Field; to: unknown }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const wire = wireName(name, field)
    const to = input[wire]
    if (field.kind !== 'items') return isLink(field) && to ? [{ name, wire: `${at}${wire}`, field, to }] : []
    return (Array.isArray(to) ? (to as Parsed[]) : []).flatMap((one, index) => given(field.fields, one, `${at}${wire}.${index}.`))
  })
}

/**
 * Throws for retired rows among the links of an input, and names their successors. `row`: the record of the step; a link that it holds
 * already under the same name may be sent again.
 */
export async function refuseRetired(context: Context, tx: Transaction, fields: FieldMap, input: Parsed, row?: Row): Promise<void> {
  const problems: Problem[] = []
  for (const { name, wire, field, to } of given(fields, input)) {
    if (!isLink(field) || field.past || !entityNamed(field.to!).retired) continue
    const held = row?.[columnName(name, field)]
    const ids = idsIn(to).filter((id) => !idsIn(held).includes(id))
    for (const found of ids.length > 0 ? await linkedRows(field, context, tx, ids) : [])
      problems.push(...[retiredProblem(found, wire, field)].filter((one) => one !== undefined))
  }
  if (problems.length > 0) throw refusalOf(problems)
}
