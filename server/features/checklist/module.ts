import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { demoChecklists } from './demo-checklists.ts'
import { checklistEnds } from './gone-devices.ts'
import { openChecklistWork } from './open-checklists.ts'
import { recordAnswers } from './record-answers.ts'
import { taskAnswers } from './task-answers.ts'
import { templateAnswers } from './template-answers.ts'
import './task-hooks.ts'
import './task-steps.ts'
import './template-hooks.ts'

export const checklistServer: ServerModule = {
  name: 'checklist',
  answers: [...templateAnswers, ...taskAnswers, ...recordAnswers],
  openWork: [openChecklistWork],
  demoHistory: demoChecklists,
  deptHoldings: [{ of: checklistTask, field: 'useDept' }],
  jobs: [checklistEnds],
}
