import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { statutoryInspection } from '#contract/entities/quality/statutory-inspection.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { controlAnswers } from './control-steps.ts'
import { demoQuality } from './demo-quality.ts'
import { qualityReminders } from './quality-jobs.ts'
import { statutoryReminders, statutoryStops } from './statutory-jobs.ts'
import { templateAnswers } from './template-answers.ts'
import './control-hooks.ts'
import './statutory-steps.ts'

export const qualityServer: ServerModule = {
  name: 'quality',
  answers: [...templateAnswers, ...controlAnswers],
  demoHistory: demoQuality,
  deptHoldings: [
    { of: qualityControl, field: 'useDept' },
    { of: statutoryInspection, field: 'useDept' },
  ],
  jobs: [qualityReminders, statutoryStops, statutoryReminders],
}
