import { v7 as uuid } from 'uuid'
import type { View } from '#contract/kit/entity/view.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseLeavingScope, refuseOutOfScope } from '../access/stay-in-scope.ts'
import type { Context } from '../context.ts'
import { hooksOf } from '../hooks.ts'
import { linkNames } from '../read/links.ts'
import { refuseBeyond } from '../read/range.ts'
import { recordMany } from '../steps/event.ts'
import { assignments, changesOf, type Difference, differences } from './draft-changes.ts'
import { insertRows } from './insert-rows.ts'
import { initials, ownDepartment } from './new-row.ts'
import { nextNumbers } from './numbering.ts'
import { refuseSealed } from './sealed.ts'

/** The links of all drafts: each link field once, with all ids that the drafts set. */
function linksOf(found: readonly (readonly Difference[])[]): { name: string; from: null; to: unknown[] }[] {
  const reached = new Map<string, Set<unknown>>()
  for (const { name, field, to } of found.flat()) if (field.kind === 'link') reached.set(name, (reached.get(name) ?? new Set()).add(to))
  return [...reached].map(([name, ids]) => ({ name, from: null, to: [...ids] }))
}

/**
 * Adds many rows of an entity that has no lines, files, tree, custom fields or hooks. Has the effect of adding each row alone, but writes
 * all rows in one statement; only the data scope check may query once per row. Returns the ids in the order of the drafts. Throws for any
 * other entity.
 */
export async function addPlain(view: View, context: Context, tx: Transaction, drafts: readonly Parsed[]): Promise<string[]> {
  const { entity } = view
  if (entity.tree || entity.lines || entity.custom || hooksOf(entity)) throw new Error(`${entity.name} is added row by row`)
  if (drafts.length === 0) return []
  for (const draft of drafts) ownDepartment(entity, context, draft)
  const found = drafts.map((draft) => differences(view, draft, undefined).filter(({ to }) => to !== null))
  for (const one of found) {
    if (one.some(({ field }) => field.kind === 'ids')) throw new Error(`${entity.name} is added row by row`)
    refuseOutOfScope(view, context, one)
    refuseSealed(context, one)
  }
  const names = await linkNames(view, context, tx, linksOf(found))
  const numbers = new Map<string, string[]>()
  for (const field of Object.values(entity.fields))
    if (field.kind === 'numbering') numbers.set(field.rule, await nextNumbers(tx, entity.name, field.rule, drafts.length))
  const rows: Row[] = []
  for (const [at, draft] of drafts.entries()) {
    const set = assignments(view, found[at]!, undefined)
    const id = uuid()
    await initials(entity, tx, id, draft, set, async (rule) => numbers.get(rule)![at]!)
    refuseBeyond(entity, set)
    rows.push({ id, ...Object.fromEntries(set) })
  }
  await insertRows(view, context, tx, rows)
  for (const { id } of rows) await refuseLeavingScope(entity, context, tx, String(id), true)
  recordMany(
    context,
    tx,
    { entity: entity.name, verb: 'add' },
    rows.map(({ id }, at) => ({ entityId: id, version: 1, changes: changesOf(found[at]!, names) })),
  )
  return rows.map(({ id }) => String(id))
}
