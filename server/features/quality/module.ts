import { adverseEvent } from '#contract/entities/quality/adverse-event.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { recallDevice } from '#contract/entities/quality/recall-device.ts'
import { statutoryInspection } from '#contract/entities/quality/statutory-inspection.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { adverseReminders } from './adverse/adverse-jobs.ts'
import { demoAdverse } from './adverse/demo-adverse.ts'
import { controlAnswers } from './control-steps.ts'
import { demoQuality } from './demo-quality.ts'
import { qualityReminders } from './quality-jobs.ts'
import { demoRecalls } from './recalls/demo-recalls.ts'
import { recallMatches } from './recalls/recall-jobs.ts'
import { recallAnswers } from './recalls/recall-preview.ts'
import { statutoryReminders, statutoryStops } from './statutory-jobs.ts'
import { templateAnswers } from './template-answers.ts'
import './adverse/adverse-hooks.ts'
import './adverse/adverse-steps.ts'
import './control-hooks.ts'
import './recalls/recall-steps.ts'
import './statutory-steps.ts'

export const qualityServer: ServerModule = {
  name: 'quality',
  answers: [...templateAnswers, ...controlAnswers, ...recallAnswers],
  async demoHistory(tx, ground) {
    await demoQuality(tx, ground)
    await demoRecalls(tx, ground)
    await demoAdverse(tx, ground)
  },
  deptHoldings: [
    { of: qualityControl, field: 'useDept' },
    { of: statutoryInspection, field: 'useDept' },
    { of: recallDevice, field: 'useDept' },
    { of: adverseEvent, field: 'useDept' },
    { of: adverseEvent, field: 'reporterDept' },
  ],
  jobs: [qualityReminders, statutoryStops, statutoryReminders, recallMatches, adverseReminders],
}
