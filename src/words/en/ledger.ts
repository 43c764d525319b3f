import type { ledgerZh } from '../zh/ledger.ts'

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
  'ledger.notOwned':
    'This device does not belong to the hospital ({ownership}): it is not depreciated from the month of the change, and its value is in no total. Once bought, it is depreciated by the rules of the book.',
  'ledger.ownershipFollows': 'A device that no longer belongs to the hospital is not depreciated from this month; posted months stay.',
  'ledger.changeFollows':
    'Depreciated by the new terms from next month; earlier months stay. Enter a reason if the value falls below accumulated depreciation.',
  'ledger.correctionFollows':
    'For values wrong from the start: open months are depreciated by the new terms, closed months are adjusted next month.',
  'ledger.compared': 'Reconciled. The result is the first row of the list',
  'split.act': 'Split',
  'split.about':
    'New cards take their values, and depreciation to date and funds are divided by value to the cent in every book. The original card keeps its asset number, documents, certificates, plans, repairs and sensors. To dispose of a part, split it off first, then dispose of the new card.',
  'split.equally': 'Equal parts',
  'split.count': 'Cards after the split',
  'split.fill': 'Divide equally',
  'split.rest': 'The original card keeps {rest} of {total}',
  'split.noRest': 'The values of “{parts}” must come to less than {total}, so that the original card keeps some',
  'split.into': 'Split into ({no}, {day})',
  'split.from': 'Split from ({no}, {day})',
  'split.stays':
    'Documents, certificates, plans and repairs from before are on the original card. Posted depreciation lines stay as they are.',
}
