import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { roundRoute } from '#contract/entities/checklist/rounds/round-route.ts'
import { roundTask } from '#contract/entities/checklist/rounds/round-task.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { demoChecklists } from './demo-checklists.ts'
import { checklistEnds } from './gone-devices.ts'
import { openChecklistWork } from './open-checklists.ts'
import { recordAnswers } from './record-answers.ts'
import { demoRounds } from './rounds/demo-rounds.ts'
import { roundOrders } from './rounds/make-rounds.ts'
import { openRounds } from './rounds/open-rounds.ts'
import { taskAnswers } from './task-answers.ts'
import { templateAnswers } from './template-answers.ts'
import './rounds/round-hooks.ts'
import './rounds/round-steps.ts'
import './task-hooks.ts'
import './task-steps.ts'
import './template-hooks.ts'

export const checklistServer: ServerModule = {
  name: 'checklist',
  answers: [...templateAnswers, ...taskAnswers, ...recordAnswers],
  openWork: [openChecklistWork, openRounds],
  demoHistory: demoChecklists,
  deptHoldings: [
    { of: checklistTask, field: 'useDept' },
    { of: roundRoute, field: 'dept' },
    { of: roundTask, field: 'dept' },
  ],
  demo: demoRounds,
  jobs: [checklistEnds, roundOrders],
}
