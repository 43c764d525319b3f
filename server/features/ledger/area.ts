import type { ServerArea } from '#server/kit/area.ts'
import { balanceCheck } from './balance-check.ts'
import './balance-hooks.ts'
import './card-hooks.ts'
import { closeKind } from './close-kind.ts'
import { demoBooks } from './demo-books.ts'
import { ledgerAnswers } from './ledger-answers.ts'
import './offset-hooks.ts'
import { openingCheck } from './opening-check.ts'
import './rule-hooks.ts'
import './value-hooks.ts'

export const ledgerServer: ServerArea = {
  name: 'ledger',
  answers: ledgerAnswers,
  demoHistory: demoBooks,
  jobKinds: [closeKind],
  rowChecks: [balanceCheck, openingCheck],
}
