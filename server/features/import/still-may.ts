import { undoForeign } from '#contract/calls/import.ts'
import { deviceFiling } from '#contract/entities/asset/device-machines.ts'
import { importCalls } from '#contract/registry.ts'
import type { Task } from './task.ts'

type Work = Exclude<Task, { kind: 'mark' }>

/** The rights that work on an import asks for. */
export const rightsOf = (task: Pick<Work, 'kind' | 'target'> & { asFiled?: boolean; isForeign?: boolean }): string[] => [
  importCalls[task.target][task.kind].may,
  ...(task.asFiled ? [deviceFiling.steps.sureEam.may] : []),
  ...(task.isForeign ? [undoForeign(task.target)] : []),
]
