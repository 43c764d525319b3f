import type { namesZh } from '../zh/names.ts'

/** Words of the pages about standard names and warehouse entries. */
export const namesEn: Record<keyof typeof namesZh, string> = {
  'names.propose': 'Propose',
  'names.typed': 'Names, one per line',
  'names.hint': 'Up to 1,000 at a time. You can paste a column from a spreadsheet',
  'names.cards': 'Choose device cards',
  'names.proposed': '{count} proposals are ready to review',
  'names.tooMany': 'Up to 1,000 names at a time; you entered {count}',
  'names.others': 'Alternatives',
  'names.take': 'Accept this one',
  'names.loadAsk': "Load the built-in dictionary? Your hospital's own entries stay unchanged",
  'names.compare':
    'Useful lives come from the table of Caikuai (2018) No. 24. The built-in classes with compulsory verification were compiled without checking the announcement: check them against its text and correct them under Device classes',
  'names.loaded': '{names} standard names loaded; useful life or verification filled in for {classes} classes',
  'entry.form': 'Warehouse entry',
  'entry.toRecord': 'Back to warehouse entries',
  'entry.missing': 'Open this page from a warehouse entry',
  'entry.amount': 'Amount',
  'entry.sum': 'Total ({count} lines)',
  'entry.keeperSign': 'Warehouse keeper:',
  'entry.acceptSign': 'Accepted by:',
  'entry.financeSign': 'Finance:',
}
