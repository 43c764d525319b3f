import type { ledgerZh } from './ledger-zh.ts'

/** Words of the pages about depreciation. */
export const ledgerEn: Record<keyof typeof ledgerZh, string> = {
  'ledger.started': '{month} is being closed. You get a notice when it is done',
  'ledger.voucher': 'Export the voucher',
  'ledger.byDept': 'Charge by department',
  'ledger.byCategory': 'Charge by asset category',
  'ledger.byFund': 'Charge by fund',
  'ledger.months': 'Charged, and the next 36 months',
  'ledger.charged': 'Charged',
  'ledger.forecast': 'Forecast',
  'ledger.month': 'Month',
  'ledger.amount': 'Charge',
  'ledger.mainBook': 'Main book',
  'ledger.noBook': 'The hospital has no book of depreciation yet',
  'ledger.notInBook': 'The device has not been charged yet',
  'ledger.compared': 'Compared. The result is the first row of the list',
}
