import { figureFilters, figureNames } from '#contract/entities/check/check-figures.ts'
import { snake } from '#contract/kit/names.ts'
import { type Sql, sql } from '#server/db/columns.ts'

type FigureName = (typeof figureNames)[number]
type FigureColumns = Readonly<Record<FigureName | 'changed', Sql<number>>> & Readonly<Record<`${FigureName}Value`, Sql<string>>>

/** The figures of a group of lines as SQL answers them: counts, and money as text. */
export type FiguresRow = Readonly<Record<FigureName | 'changed', number>> & Readonly<Record<`${FigureName}Value`, string>>

/** Which lines, over the alias `l`, a figure counts: choices as text, flags as numbers, words of the contract all. */
const counted = Object.fromEntries(
  figureNames.map((name) => {
    const conditions = Object.entries<string>(figureFilters[name]).map(([field, value]) => `l.${snake(field)} = '${value}'`)
    return [name, conditions.join(' and ')]
  }),
) as Readonly<Record<FigureName, string>>

const columnsOf = (each: (name: FigureName) => readonly [count: string, value: string], changed: string): FigureColumns =>
  Object.fromEntries([
    ...figureNames.flatMap((name) => {
      const [count, value] = each(name)
      return [
        [name, sql<number>(count)],
        [`${name}Value`, sql<string>(value)],
      ]
    }),
    ['changed', sql<number>(changed)],
  ]) as unknown as FigureColumns

/** The only definition of what a check amounts to; list, page, report, print and export read it. Over the alias `l` of lines. */
export const figures = columnsOf(
  (name) => [
    `count(*) filter (where ${counted[name]})::int`,
    `coalesce(sum(l.book_value) filter (where ${counted[name]}), 0)::numeric(24,2)`,
  ],
  `count(*) filter (where l.posting = 'changed')::int`,
)

/** The same figures, as a list of columns for a statement. */
export const figureColumns = Object.entries(figures)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ')

/** The figures of groups that are joined under the alias `f`, nothing where a group has no lines. */
export const joinedFigures = columnsOf(
  (name) => [`coalesce(f."${name}", 0)`, `coalesce(f."${name}Value", 0)::numeric(24,2)`],
  'coalesce(f."changed", 0)',
)

/** The figures with what follows from them: `counted` cards of the book, and `accuracy` in percent with one decimal, matched ÷ book; null before anything is counted. */
export function withAccuracy<R extends Pick<FiguresRow, 'book' | 'pending' | 'match'>>(
  row: R,
): R & { counted: number; accuracy: number | null } {
  // A surplus line is never pending, so what is pending is on the book.
  const isCounted = row.book - row.pending
  return { ...row, counted: isCounted, accuracy: isCounted === 0 ? null : Math.round((row.match / row.book) * 1000) / 10 }
}
