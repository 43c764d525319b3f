import type { phoneCountZh } from '../zh/phone-count.ts'

/** Free words of counting on the phone in English: a missing key does not compile. */
export const phoneCountEn: Record<keyof typeof phoneCountZh, string> = {
  'count.start': 'Scan to count',
  'count.blind': 'Blind count: only what you scan is shown',
  'count.seenOnly': 'Counted by you: {n}',
  'count.again': 'Already counted by {name}',
  'count.againMine': 'You already counted this',
  'count.onNoCard': 'Not in the hospital’s codes. May count as surplus',
  'count.late': 'Department already submitted: kept as a late count',
  'count.undo': 'Undo',
  'count.undone': 'Undone',
  'count.unknown': 'Not in ledger',
  'count.unknownHint': 'Counted as surplus',
  'count.saving': 'Saving',
  'count.surplus': 'Add surplus',
  'count.finish': 'Submit department',
  'count.notWhole': 'Data not fully downloaded',
  'count.notWholeHint': 'Counted; matched once the data is here',
  'count.several': 'More than one device has this number',
  'count.severalHint': 'Recorded devices with it: {n}. Not counted: scan the label, or pick from the list',
}
