import { undoForeign } from '#contract/calls/import/import.ts'
import { deviceFiling } from '#contract/entities/asset/device/device-machines.ts'
import { importFacts } from '#contract/imports.ts'
import { importCalls } from '#contract/registry.ts'
import type { ImportTask } from './task.ts'

/** The rights that work on an import asks for. */
export const rightsOf = (
  task: Pick<ImportTask, 'kind' | 'target'> & { asFiled?: boolean; attach?: boolean; isForeign?: boolean },
): string[] => [
  importCalls[task.target][task.kind].may,
  ...(task.asFiled ? [deviceFiling.steps.sureEam.may] : []),
  ...(task.attach ? [`${importFacts[task.target].files!.entity}.submit`] : []),
  ...(task.isForeign ? [undoForeign(task.target)] : []),
]
