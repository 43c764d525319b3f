/** What a group of lines is counted by, in the order of the report. */
export const figureNames = ['book', 'pending', 'match', 'misplaced', 'mismatch', 'surplus', 'deficient'] as const
