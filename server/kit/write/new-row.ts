import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { limitedTo } from '../access/access.ts'
import type { Context } from '../context.ts'
import { lockTree, pathBelow } from '../read/tree.ts'
import { columnName } from '../table.ts'
import { nextNumber } from './numbering.ts'

/** Sets the default values of a new row: initial states, numbers, and the path of a tree. `numbered`: returns the next number of a rule. */
export async function initials(
  of: Entity,
  tx: Transaction,
  id: string,
  draft: Parsed,
  set: Map<string, unknown>,
  numbered = (rule: string): Promise<string> => nextNumber(tx, of.name, rule),
): Promise<void> {
  const states = new Set(machinesOf(of).map((on) => on.field))
  for (const [name, field] of Object.entries(of.fields)) {
    const column = columnName(name, field)
    if (field.kind === 'choice' && field.initial && (states.has(name) || !set.has(column))) set.set(column, field.initial)
    if (field.kind === 'numbering') set.set(column, await numbered(field.rule))
  }
  if (!of.tree) return
  const parentId = draft[`${of.tree}Id`]
  if (parentId) lockTree(of, tx, 'grow')
  set.set('path', await pathBelow(of, tx, id, parentId))
}

/** Puts a new row without a department into the person's own department, if the person is limited to departments. */
export function ownDepartment(of: Entity, { actor }: Context, draft: Parsed): void {
  const wire = of.scope?.dept && !of.fields[of.scope.dept]?.readOnly ? `${of.scope.dept}Id` : undefined
  if (wire && actor.deptId && limitedTo(of, actor)) draft[wire] ??= actor.deptId
}
