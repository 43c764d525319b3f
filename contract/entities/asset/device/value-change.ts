import type { FieldMap } from '../../../kit/fields/field.ts'
import { choice, text } from '../../../kit/fields/field.ts'

/** How a changed value, life, method, rate, fund or department is meant: `change` when nothing is said, except for the first update of an imported card. */
export const changeKinds = {
  change: { zh: '变更（次月起）', en: 'Change (from next month)' },
  correction: { zh: '更正（自始）', en: 'Correction (from the start)' },
} as const
export type ChangeKind = keyof typeof changeKinds

/** What is said beside a change of what a card is charged by. */
export const valueChange = {
  changeKind: choice({ zh: '变动性质', en: 'Change type', of: changeKinds }),
  changeReason: text({ zh: '变动原因', en: 'Change reason', multiline: true, max: 500 }),
} as const satisfies FieldMap

/** The fields of a device card that decide how it is charged, by the term of the ledger; a change of a date matters to a correction alone. */
export const chargedBy = {
  originalValue: 'value',
  usefulLifeMonths: 'life',
  residualRate: 'rate',
  depreciationMethod: 'method',
  fundSource: 'fund',
  ownership: 'ownership',
  assetsCategory: 'category',
  useDept: 'dept',
  acceptanceDate: 'first',
  enableDate: 'first',
  purchaseDate: 'first',
} as const
