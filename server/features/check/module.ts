import type { ServerModule } from '#server/kit/module.ts'
import { tellExpiring } from './ambulance/ambulance-notices.ts'
import { demoAmbulances } from './ambulance/demo-ambulances.ts'
import { checkAnswers } from './answers/check-answers.ts'
import { lineCounts } from './answers/line-counts.ts'
import { blindLines } from './blind-lines.ts'
import { demoCheck } from './demo-check.ts'
import { demoClosedChecks } from './demo-closed-checks.ts'
import { openChecks } from './open-checks.ts'
import { checkHoldings } from './posting/dept-holdings.ts'
import './ambulance/ambulance-hooks.ts'
import './ambulance/shift-hand-over.ts'
import './posting/dept-steps.ts'
import './posting/reviews.ts'
import './task-steps.ts'

export const checkServer: ServerModule = {
  name: 'check',
  answers: checkAnswers,
  demo: demoCheck,
  demoHistory: async (tx, ground) => {
    await demoClosedChecks(tx, ground)
    await demoAmbulances(tx, ground)
  },
  deptHoldings: checkHoldings,
  openWork: [openChecks],
  blindTasks: [blindLines],
  keptCounts: [lineCounts],
  jobs: [tellExpiring],
}
