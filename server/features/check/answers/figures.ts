import { countedFilter, figureFilters, figureNames } from '#contract/entities/check/check-figures.ts'
import { snake } from '#contract/kit/fields/names.ts'

type FigureName = (typeof figureNames)[number]

/** The figures of a group of lines as SQL answers them: counts, and money as text. */
export type FiguresRow = Readonly<Record<FigureName | 'changed', number>> & Readonly<Record<`${FigureName}Value`, string>>

/** The condition of filters over the alias `l`: choices as text, flags as numbers, words of the contract all. */
const conditionOf = (wanted: Readonly<Record<string, string>>): string =>
  Object.entries(wanted)
    .map(
      ([field, value]) =>
        `l.${snake(field)} in (${value
          .split(',')
          .map((one) => `'${one}'`)
          .join(', ')})`,
    )
    .join(' and ')

/** Which lines a figure counts. */
const counted = Object.fromEntries(figureNames.map((name) => [name, conditionOf(figureFilters[name])])) as Readonly<
  Record<FigureName, string>
>

/** The condition that a card of the book is counted. */
export const countedSql = conditionOf(countedFilter)

/** A list of columns for a statement, named like the figures. */
const columnsOf = (each: (name: FigureName) => readonly [count: string, value: string], changed: string): string =>
  [
    ...figureNames.flatMap((name) => {
      const [count, value] = each(name)
      return [`${count} as "${name}"`, `${value} as "${name}Value"`]
    }),
    `${changed} as changed`,
  ].join(', ')

const counts = (count: string, where: string): string => `coalesce(${count} filter (where ${where}), 0)::int`
const figuresOver = (count: string, value: string): string =>
  columnsOf(
    (name) => [counts(count, counted[name]), `coalesce(${value} filter (where ${counted[name]}), 0)::numeric(24,2)`],
    counts(count, `l.posting = 'changed'`),
  )

/** The only definition of what a check amounts to, as columns; list, page, report, print and export read it. Over the alias `l` of lines. */
export const figureColumns = figuresOver('count(*)', 'sum(l.book_value)')

/** The same over the alias `l` of what is counted beside the lines (`check_line_count`). */
export const keptColumns = figuresOver('sum(l.n)', 'sum(l.value)')

/** How many cards on the book there are and how many of them are not counted yet, over what is counted beside the lines. */
export const bookFigure = counts('sum(l.n)', counted.book)
export const pendingFigure = counts('sum(l.n)', counted.pending)

/** The figures of groups that are joined under the alias `f`, nothing where a group has no lines. */
export const joinedFigures = columnsOf(
  (name) => [`coalesce(f."${name}", 0)`, `coalesce(f."${name}Value", 0)::numeric(24,2)`],
  'coalesce(f.changed, 0)',
)

/** The figures with what follows from them: `counted` cards of the book, and `accuracy` in percent with one decimal, matched ÷ book; null before anything is counted. */
export function withAccuracy<R extends Pick<FiguresRow, 'book' | 'pending' | 'match'>>(
  row: R,
): R & { counted: number; accuracy: number | null } {
  // A surplus line is never pending, so what is pending is on the book.
  const isCounted = row.book - row.pending
  return { ...row, counted: isCounted, accuracy: isCounted === 0 ? null : Math.round((row.match / row.book) * 1000) / 10 }
}
