import { one, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { link, text } from '../../kit/fields/field.ts'

/** Compares a book with the finance balances of a closed month, and keeps what was found. Without a month that of the newest balances. */
export const runReconciliation = call('ledgerReconciliation.run', {
  module: 'ledger',
  zh: '开始对账',
  en: 'Compare with the ledger',
  method: 'POST',
  path: '/eam/ledger-reconciliation/run',
  may: 'ledgerReconciliation.run',
  writes: true,
  changes: ['ledgerReconciliation', 'ledgerDifference'],
  answers: one(saved),
  timeoutS: 120,
  input: {
    rule: link({ zh: '账簿', en: 'Book', to: 'depreciationRule' }),
    month: text({ zh: '月份', en: 'Month', max: 7, pattern: '^(19|20|21)\\d{2}-(0[1-9]|1[0-2])$', example: '2026-07' }),
  },
})
