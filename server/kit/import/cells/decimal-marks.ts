import type { Words } from '#contract/kit/words.ts'
import type { Cell } from './cell.ts'
import { plain } from './cell-values.ts'

/** The digits of an amount with the separators between them. */
const digits = /\d[\d.,'’ ]*\d/
const withComma = /^\d{1,3}(?:[.'’ ]\d{3})*,\d{1,2}$|^\d+,\d{1,2}$/
/** A decimal point, or a comma that can only separate thousands. */
const withPoint = /^\d{1,3}(?:,\d{3})+$|^\d{1,3}(?:[,'’ ]\d{3})*\.\d{1,2}$|^\d+\.\d{1,2}$/
const spaced = /^\d{1,3}(?:['’ ]\d{3})+(?:\.\d+)?$/

/** The message about a column with decimal commas. */
export const commaWords: Words = { zh: '按小数逗号读取', en: 'is read with a decimal comma' }

const digitsOf = (cell: Cell): string | undefined =>
  typeof cell === 'string' && cell.length < 40 ? digits.exec(plain(cell))?.[0] : undefined

/** Whether the amounts of a column use a decimal comma (`1.234,56`), and none uses a decimal point. */
export function hasDecimalComma(cells: Iterable<Cell>): boolean {
  let found = false
  for (const cell of cells) {
    const number = digitsOf(cell)
    if (number === undefined) continue
    if (withPoint.test(number)) return false
    if (withComma.test(number)) found = true
  }
  return found
}

/**
 * Normalises an amount to text with a decimal point and without thousands separators; other cells are unchanged. `isComma`: the column uses
 * decimal commas.
 */
export function withDecimalPoint(cell: Cell, isComma: boolean): Cell {
  const number = digitsOf(cell)
  if (number === undefined || typeof cell !== 'string') return cell
  const read = isComma
    ? number.replace(/[.'’ ](?=\d{3}(?!\d))/g, '').replace(',', '.')
    : spaced.test(number)
      ? number.replace(/['’ ]/g, '')
      : number
  return read === number ? cell : plain(cell).replace(number, read)
}
