import type { ServerModule } from '#server/kit/module.ts'
import { demoLabels } from './demo-labels.ts'
import { labelAnswers } from './label-answers.ts'
import { labelPdfKind } from './label-pdf-kind.ts'
import './template-hooks.ts'

export const labelServer: ServerModule = {
  name: 'label',
  answers: labelAnswers,
  jobKinds: [labelPdfKind],
  demoHistory: demoLabels,
}
