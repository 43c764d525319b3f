import type { Machine } from '#contract/kit/entity/machine.ts'
import { can } from '#contract/kit/entity/may.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'

/** The steps that move a row, by the state that they lead to. */
export type Targets = ReadonlyMap<string, readonly string[]>

/**
 * The columns that a row may move to. A step that leads back to an earlier state, or leaves the state as it is, has no column: it is in the menu of the
 * card. `open`: the steps that are open to the person.
 */
export function targetsOf(on: Machine, row: Row, open: readonly string[]): Targets {
  const found = new Map<string, string[]>()
  for (const [name, { to }] of Object.entries(on.steps))
    if (open.includes(name) && typeof to === 'string' && to !== row[on.field]) found.set(to, [...(found.get(to) ?? []), name])
  return found
}

/** The steps open to a person on a row: as the server said with the row, else by the person's rights and the states that the list shows. */
export const openSteps = (view: View, row: Row, rights: readonly string[]): readonly string[] =>
  row.can ?? can(view.entity, machinesOf(view.entity), row, { rights: new Set(rights) })
