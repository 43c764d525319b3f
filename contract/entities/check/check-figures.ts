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
