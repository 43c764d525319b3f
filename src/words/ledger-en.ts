import type { ledgerZh } from './ledger-zh.ts'

/** Words of the pages about depreciation. */
export const ledgerEn: Record<keyof typeof ledgerZh, string> = {
  'ledger.started': "Depreciation of {month} has started. You'll get a notice when it is done",
  'ledger.voucher': 'Export voucher',
  'ledger.byDept': 'Depreciation by department',
  'ledger.byCategory': 'Depreciation by asset category',
  'ledger.byFund': 'Depreciation by fund',
  'ledger.months': 'Charged, and the next 36 months',
  'ledger.charged': 'Charged',
  'ledger.forecast': 'Forecast',
  'ledger.month': 'Month',
  'ledger.amount': 'Charge',
  'ledger.mainBook': 'Main book',
  'ledger.noBook': 'The hospital has no depreciation book yet',
  'ledger.notInBook': 'This device has not been depreciated yet',
  'ledger.changeFollows':
    'Charged by the new terms from next month; earlier months stay. Give a reason where the value falls below what was charged.',
  'ledger.correctionFollows': 'It was wrong from the start: open months are charged by the new terms, closed ones are adjusted next month.',
  'ledger.compared': 'Reconciled. The result is the first row of the list',
}
