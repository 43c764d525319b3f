import type { namesZh } from './names-zh.ts'

/** Words of the pages about standard names and warehouse entries. */
export const namesEn: Record<keyof typeof namesZh, string> = {
  'names.propose': 'Propose',
  'names.typed': 'Names, one per line',
  'names.hint': 'Up to 1,000 at a time. You can paste a column of a spreadsheet',
  'names.cards': 'Choose device cards',
  'names.proposed': '{count} proposals are ready for your decision',
  'names.tooMany': 'Up to 1,000 names at a time, these are {count}',
  'names.others': 'Alternatives',
  'names.take': 'Accept this one',
  'names.loadAsk': 'Load the built-in dictionary? What your hospital has stays',
  'names.compare':
    'Useful lives come from the table of Caikuai (2018) No. 24. The built-in classes with compulsory verification were not compared with the announcement: compare them with its text and change them under Device classes',
  'names.loaded': '{names} standard names loaded, {classes} classes got a useful life or a verification',
  'entry.form': 'Warehouse entry',
  'entry.toRecord': 'Back to the entries',
  'entry.missing': 'Open this page from a warehouse entry',
  'entry.amount': 'Amount',
  'entry.sum': 'Total ({count} lines)',
  'entry.keeperSign': 'Warehouse keeper:',
  'entry.acceptSign': 'Accepted by:',
  'entry.financeSign': 'Finance:',
}
