import { checklistHandOver } from '#contract/entities/checklist/checklist-rules.ts'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { type OpenWork, ownWork } from '#server/kit/steps/open-work.ts'

/** The checklists that a person has still to fill. */
export const openChecklistWork: OpenWork = ownWork({
  of: checklistTask,
  rule: checklistHandOver,
  as: 'checklists',
  person: 'assignee',
  state: 'taskStatus',
  open: ['todo', 'filling'],
  about: 'device',
})
