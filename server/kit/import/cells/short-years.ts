import type { Cell } from './cell.ts'
import { plain } from './cell-values.ts'
import { wholeYear } from './whole-year.ts'

/** The order of day, month and year. */
export type DateOrder = 'yearFirst' | 'dayFirst' | 'monthFirst'

const short = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{1,2})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)?$/i

/** The parts of a date with a two-digit year: `19/3/5`. */
function partsOf(cell: Cell): readonly [string, string, string] | undefined {
  const found = typeof cell === 'string' && cell.length < 30 ? short.exec(plain(cell)) : null
  return found ? [found[1]!, found[3]!, found[4]!] : undefined
}

const inOrder = ([a, b, c]: readonly [string, string, string], order: DateOrder): readonly [year: string, month: string, day: string] =>
  order === 'yearFirst' ? [a, b, c] : order === 'dayFirst' ? [c, b, a] : [c, a, b]

const isPossible = (parts: readonly [string, string, string], order: DateOrder): boolean => {
  const [year, month, day] = inOrder(parts, order)
  return year.length === 2 && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
}

/** The orders in which all dates with two-digit years of a column are valid; undefined for a column without such dates. */
export function shortOrders(cells: Iterable<Cell>): readonly DateOrder[] | undefined {
  let orders: readonly DateOrder[] | undefined
  for (const cell of cells) {
    const parts = partsOf(cell)
    if (parts) orders = (orders ?? ['yearFirst', 'dayFirst', 'monthFirst']).filter((order) => isPossible(parts, order))
  }
  return orders
}

/** Whether a date has a two-digit year. */
export const isShort = (cell: Cell): cell is string => partsOf(cell) !== undefined

/** Expands a two-digit year by the order of its column to `yyyy-MM-dd`; other cells are unchanged. */
export function withWholeYear(cell: Cell, order: DateOrder | undefined): Cell {
  const parts = order && partsOf(cell)
  if (!parts || !isPossible(parts, order)) return cell
  const [year, month, day] = inOrder(parts, order)
  return `${wholeYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
