/** The only definition of what a check amounts to; list, page, report, print and export read it. Over the alias `l` of lines. */
const of = (name: string, when: string): string =>
  `count(*) filter (where ${when})::int as "${name}", coalesce(sum(l.book_value) filter (where ${when}), 0)::numeric(16,2) as "${name}Value"`

/** What a group of lines is counted by, in the order of the report. */
export const figureNames = ['book', 'pending', 'match', 'misplaced', 'mismatch', 'surplus', 'deficient'] as const

/** Columns of a group of lines: counts, and money by original value, of each result. `book`: all that are on the book. */
export const figureColumns = [
  of('book', 'l.is_surplus = 0'),
  of('pending', `l.result = 'pending'`),
  of('match', `l.result = 'match'`),
  of('misplaced', `l.result = 'misplaced'`),
  of('mismatch', `l.result = 'mismatch'`),
  of('surplus', `l.result = 'surplus'`),
  of('deficient', `l.result = 'deficient'`),
  `count(*) filter (where l.posting = 'changed')::int as "changed"`,
].join(', ')

/** The figures with what follows from them: `counted` cards of the book, and `accuracy` in percent with one decimal, matched ÷ book; null without a book. */
export function withAccuracy<R extends Readonly<Record<string, unknown>>>(row: R): R & { counted: number; accuracy: number | null } {
  const book = Number(row.book)
  // A surplus line is never pending, so what is pending is on the book.
  const counted = book - Number(row.pending)
  return { ...row, counted, accuracy: book === 0 ? null : Math.round((Number(row.match) / book) * 1000) / 10 }
}

/** The same columns of groups that are joined under the alias `f`, nothing where a group has no lines. */
export const joinedFigures = [
  ...figureNames.map((name) => `coalesce(f."${name}", 0) as "${name}", coalesce(f."${name}Value", 0)::numeric(16,2) as "${name}Value"`),
  'coalesce(f."changed", 0) as "changed"',
].join(', ')
