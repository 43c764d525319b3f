import { checkResults } from './check-results.ts'

/** What a group of lines is counted by, in the order of the report. */
export const figureNames = ['book', 'pending', 'match', 'misplaced', 'mismatch', 'surplus', 'deficient'] as const

/** Which lines each figure counts, as the list of lines is filtered: the one definition for report, print, export and measures. */
export const figureFilters = {
  book: { isSurplus: '0' },
  pending: { result: 'pending' },
  match: { result: 'match' },
  misplaced: { result: 'misplaced' },
  mismatch: { result: 'mismatch' },
  surplus: { result: 'surplus' },
  deficient: { result: 'deficient' },
} as const satisfies Readonly<Record<(typeof figureNames)[number], Readonly<Record<string, string>>>>

/** Cards of the book that a result was found for, surplus lines left out. */
export const countedFilter = {
  ...figureFilters.book,
  result: Object.keys(checkResults)
    .filter((result) => result !== figureFilters.pending.result && result !== figureFilters.surplus.result)
    .join(),
} as const
