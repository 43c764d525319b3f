import type { Entity } from './entity.ts'
import { type Machine, type Step, sourcesOf } from './machine.ts'

export interface Grants {
  readonly rights: ReadonlySet<string>
}

type Row = Readonly<Record<string, unknown>>

/** Whether a row's states allow a verb. */
export function isOpen(states: Readonly<Record<string, readonly string[]>> | undefined, row: Row): boolean {
  if (!states) return true
  return Object.entries(states).every(([field, open]) => open.includes(String(row[field])))
}

/** Whether a step is offered for a row; a value that the row does not contain does not restrict it. */
const isOffered = (only: Step['only'], row: Row): boolean =>
  Object.entries(only ?? {}).every(([field, values]) => row[field] === undefined || values.includes(String(row[field])))

/**
 * The verbs and steps that a person may use on a row now: `submit`, `remove` and names of steps. The server enforces them and sends them as
 * `can`; a phone computes them from stored grants for display only.
 */
export function can(of: Entity, machines: readonly Machine[], row: Row, grants: Grants): string[] {
  const open: string[] = []
  if (grants.rights.has(`${of.name}.submit`) && !of.append && isOpen(of.editable, row)) open.push('submit')
  if (grants.rights.has(`${of.name}.remove`) && !of.append && isOpen(of.removable, row)) open.push('remove')
  for (const on of machines)
    for (const [name, step] of Object.entries(on.steps))
      if (
        !step.inner &&
        step.may &&
        grants.rights.has(step.may) &&
        sourcesOf(on, step).includes(String(row[on.field])) &&
        isOffered(step.only, row)
      )
        open.push(name)
  return open
}
