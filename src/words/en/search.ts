import type { searchZh } from '../zh/search.ts'

/** Free words of the global search in English. */
export const searchEn: Record<keyof typeof searchZh, string> = {
  'search.title': 'Search everything',
  'search.label': 'Search everything, menu search included',
  'search.hint': 'Devices, orders, checks, places, people or the start of a menu name. You can also scan a label',
  'search.open': 'Search',
  'search.recent': 'Recent',
  'search.all': 'Show all {total}',
  'search.busy': 'Searching',
  'search.count': '{count} results',
  'search.none': 'Nothing found for “{text}”',
  'search.noneHelp': 'Try another word, or an asset number, national asset code or RFID',
  'search.unknown': 'No device or place has the code “{code}”',
  'search.failed': '{what} could not be searched: {why}',
  'ask.title': 'Understood as',
  'ask.unknown': 'Not understood: {what}',
  'ask.remove': 'Remove “{what}”',
  'ask.tags': 'What was understood. Delete removes a part',
  'ask.long': 'A sentence can have up to {most} characters. Make it shorter',
  'ask.failed': 'Names could not be looked up: {why}',
  'ask.label': 'Ask in a sentence',
  'ask.hint': 'Try “repair cost by month last year” or “warranty expiring within 90 days”',
  'ask.none': 'This was not understood. Name a figure or a list, such as “repair cost” or “idle devices”',
  'ask.ready': 'Enter opens: {what}',
  'search.keys': '↑ ↓ to choose · Enter to open · Esc to close',
}
