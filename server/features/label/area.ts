import type { ServerArea } from '#server/kit/area.ts'
import { labelAnswers } from './label-answers.ts'
import { labelPdfKind } from './label-pdf-kind.ts'
import './template-hooks.ts'

export const labelServer: ServerArea = {
  name: 'label',
  answers: labelAnswers,
  jobKinds: [labelPdfKind],
}
