import type { ServerArea } from '#server/kit/area.ts'
import { tellExpiring } from './ambulance-notices.ts'
import { blindLines } from './blind-lines.ts'
import { checkAnswers } from './check-answers.ts'
import { demoAmbulances } from './demo-ambulances.ts'
import { demoCheck } from './demo-check.ts'
import { demoClosedChecks } from './demo-closed-checks.ts'
import { checkHoldings } from './dept-holdings.ts'
import { lineCounts } from './line-counts.ts'
import { openChecks } from './open-checks.ts'
import './ambulance-hooks.ts'
import './shift-hand-over.ts'
import './dept-steps.ts'
import './reviews.ts'
import './task-steps.ts'

export const checkServer: ServerArea = {
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
