import type { Words } from '#contract/kit/words.ts'
import { type Cell, placeOf, type SourceRow } from '../cells/cell.ts'
import { isStroke } from '../cells/placeholders.ts'
import { isFootLabel } from './footers.ts'
import { cellText } from './headings.ts'
import { amountIn, type TotalWord, totalWord } from './total-words.ts'

/** Whether a row is a total: certainly, or probably, so that a person decides. */
export type TotalGrade = 'sure' | 'likely'

/** The message about a row of totals. */
export const totalWords: Readonly<Record<TotalGrade, Words>> = {
  sure: {
    zh: '合计、小计等行不是一条记录，不导入',
    en: 'Total rows are not records and are skipped',
  },
  likely: {
    zh: '看起来像合计行，按一条记录导入；如果是合计，请选择不导入',
    en: 'looks like a total row and is imported as a record. Skip it if it is a total',
  },
}

/** The columns of a sheet that matter for totals. */
export interface TotalColumns {
  /** The column of titles; undefined: there is none. */
  readonly title: number | undefined
  /** Columns that group rows, such as departments: a filled cell there does not rule out a total. */
  readonly groups: ReadonlySet<number>
  /** Every row needs a title, so a row of sums without one is not a record. */
  readonly needsTitle: boolean
}

/** Maximum number of earlier totals that a sum may begin after. */
const mostMarks = 200
/** Smaller whole numbers are no evidence of a sum. */
const smallest = 100
/** Maximum number of names of groups that are remembered. */
const mostGroups = 5000

/** The sum of a column in cents, with the sums and row counts at earlier totals. */
interface Column {
  sum: number
  rows: number
  readonly marks: { sum: number; rows: number }[]
}

const cents = (value: number): number => Math.round(value * 100)

/**
 * Recognises rows of totals by their words, and by being sums of the rows above. Must see the rows in order; sums restart with each sheet.
 */
export function totalsIn({ title, groups, needsTitle }: TotalColumns): (row: SourceRow) => TotalGrade | undefined {
  let sheet = 0
  let columns = new Map<number, Column>()
  const named = new Set<string>()

  /** Whether a number is the sum of at least `fewest` rows above it, down from the start or from an earlier total. */
  const isSum = (at: number, value: number, fewest: number): boolean => {
    const column = columns.get(at)
    if (!column || value === 0) return false
    const is = (sum: number, rows: number) => column.rows - rows >= fewest && Math.abs(column.sum - sum - cents(value)) <= 1
    return is(0, 0) || column.marks.some(({ sum, rows }) => is(sum, rows))
  }

  const add = (cells: readonly Cell[]): void => {
    for (const [at, cell] of cells.entries()) {
      const value = amountIn(cell)
      if (value === undefined) {
        if (groups.has(at) && named.size < mostGroups && typeof cell === 'string') named.add(cell.trim().toLowerCase())
        continue
      }
      const column = columns.get(at) ?? { sum: 0, rows: 0, marks: [] }
      column.sum += cents(value)
      column.rows++
      columns.set(at, column)
    }
  }

  const markTotal = (): void => {
    for (const { sum, rows, marks } of columns.values()) {
      marks.push({ sum, rows })
      if (marks.length > mostMarks) marks.shift()
    }
  }

  const gradeOf = (cells: readonly Cell[]): TotalGrade | undefined => {
    const words: { at: number; word: TotalWord }[] = []
    const numbers: { at: number; value: number }[] = []
    let others = 0
    // Most rows have a title, so the check can stop early.
    const called = title === undefined ? '' : cellText(cells[title])
    if (called !== '' && !isStroke(called) && !totalWord(called)) return undefined
    for (const [at, cell] of cells.entries()) {
      const text = cellText(cell)
      if (text === '' || isStroke(text)) continue
      const value = amountIn(cell)
      const word = value === undefined && typeof cell === 'string' ? totalWord(text) : undefined
      if (value !== undefined) numbers.push({ at, value })
      else if (word) words.push({ at, word })
      else if (!groups.has(at) && !isFootLabel(text)) others++
    }
    // Small whole numbers are often sums by coincidence, such as numbers of lines.
    const sumOf = (fewest: number): boolean =>
      numbers.some(({ at, value }) => (value >= smallest || !Number.isInteger(value)) && isSum(at, value, fewest)) ||
      (numbers.length > 0 && numbers.every(({ at, value }) => isSum(at, value, 2)))
    if (words.length === 0) return needsTitle && others === 0 && numbers.length > 0 && sumOf(2) ? 'sure' : undefined
    const isTotal = words.some(({ word }) => word.kind === 'total')
    if (isTotal) return others === 0 || sumOf(2) ? 'sure' : 'likely'
    const group = words.find(({ word }) => word.kind === 'group')?.word
    if (group?.kind !== 'group') return others === 0 ? 'sure' : undefined
    if (others > 0) return sumOf(2) ? 'likely' : undefined
    return group.isMarked || named.has(group.of) || sumOf(1) ? 'sure' : 'likely'
  }

  return (row) => {
    const own = placeOf(row.number).sheet
    if (own !== sheet) [sheet, columns] = [own, new Map()]
    const grade = gradeOf(row.cells)
    if (grade === 'sure') markTotal()
    else if (grade === undefined) add(row.cells)
    return grade
  }
}
