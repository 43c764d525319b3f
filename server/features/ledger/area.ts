import type { ServerArea } from '#server/kit/area.ts'
import './card-hooks.ts'
import { closeKind } from './close-kind.ts'
import { ledgerAnswers } from './ledger-answers.ts'
import './offset-hooks.ts'
import './rule-hooks.ts'

export const ledgerServer: ServerArea = {
  name: 'ledger',
  answers: ledgerAnswers,
  jobKinds: [closeKind],
}
