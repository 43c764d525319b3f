import { importCalls, undoForeign } from '#contract/calls/import.ts'
import { deviceFiling } from '#contract/entities/asset/device-machines.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { rights } from '#contract/rights.ts'
import type { Actor } from '#server/kit/actor.ts'
import type { Task } from './task.ts'

type Work = Exclude<Task, { kind: 'mark' }>

/** The rights that work on an import asks for. */
export const rightsOf = (task: Pick<Work, 'kind' | 'target'> & { asFiled?: boolean; isForeign?: boolean }): string[] => [
  importCalls[task.target][task.kind].may,
  ...(task.asFiled ? [deviceFiling.steps.sureEam.may] : []),
  ...(task.isForeign ? [undoForeign(task.target)] : []),
]

/** Refuses a person who does not hold all of some rights. */
export function refuseLacking(actor: Pick<Actor, 'rights'>, needed: readonly string[]): void {
  for (const right of needed) if (!actor.rights.has(right)) throw new Refusal('forbidden', { right: rights.get(right) ?? right })
}
