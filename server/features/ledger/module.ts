import type { ServerModule } from '#server/kit/module.ts'
import { balanceCheck } from './balances/balance-check.ts'
import './balances/balance-hooks.ts'
import './card-hooks.ts'
import { closeKind } from './close/close-kind.ts'
import { demoBooks } from './demo-books.ts'
import { ledgerAnswers } from './ledger-answers.ts'
import './values/offset-hooks.ts'
import { openingCheck } from './balances/opening-check.ts'
import './rule-hooks.ts'
import { splitAnswers } from './split/split-answers.ts'
import './split/undo-split.ts'
import './values/value-hooks.ts'

export const ledgerServer: ServerModule = {
  name: 'ledger',
  answers: [...ledgerAnswers, ...splitAnswers],
  demoHistory: demoBooks,
  jobKinds: [closeKind],
  rowChecks: [balanceCheck, openingCheck],
}
