import type { Words } from '#contract/kit/words.ts'
import type { Cell } from './cell.ts'
import type { CellOutcome } from './cell-values.ts'
import { isMistaken, mistakenWords } from './typed-text.ts'

/** Fewest dates of a column that are dates rather than damaged codes. */
const fewestDates = 3

const wholeDay = /^\d{4}(?:\/\d{1,2}\/\d{1,2}|年\d{1,2}月(?:\d{1,2}日)?)$/

const isWholeDay = (cell: Cell): boolean => cell instanceof Date || (typeof cell === 'string' && wholeDay.test(cell.trim()))

/** A number of more digits than spreadsheets keep, and one with zeros for all of those. */
const long = /^\d{16,}$/
const cut = /^\d{15}0+$/

/** The message about a code whose last digits a spreadsheet replaced by zeros. */
const cutWords: Words = {
  zh: '从第 16 位起全是 0，可能已被电子表格改写；请核对，有误时把该列设为文本后重新填写',
  en: 'has only zeros from its 16th digit on, perhaps from the spreadsheet: check it, and if it is wrong format the column as text and enter it again',
}

/** The message about dates in a column of codes that holds nothing else. */
const datedWords: Words = {
  zh: '该列全是日期，可能是编码被电子表格改写；已按日期文字导入，请核对，有误时把该列设为文本后重新填写',
  en: 'is a date like the whole column, perhaps a code that the spreadsheet rewrote: it goes in as written. Check it, and if it is wrong format the column as text and enter it again',
}

const mistaken: CellOutcome = { grade: 'warning', words: mistakenWords }

/**
 * Judges the cells of a column of codes. `lost`: a spreadsheet turned the code into a date or a truth value. `doubt`: the code goes in with a warning, as a column of
 * whole dates alone may hold dates, such as lots, and as a spreadsheet may have replaced digits by zeros; where a long number of the column has kept its digits it did not.
 */
export function codeReader(cells: Iterable<Cell>): {
  lost: (cell: Cell) => CellOutcome | undefined
  doubt: (cell: Cell) => Words | undefined
} {
  let [filled, days, whole] = [0, 0, 0]
  for (const cell of cells) {
    if (cell === null || (typeof cell === 'string' && cell.trim() === '')) continue
    filled++
    if (isWholeDay(cell)) days++
    if (typeof cell === 'string' && long.test(cell.trim()) && !cut.test(cell.trim())) whole++
  }
  const isDated = days === filled && days >= fewestDates
  return {
    lost: (cell) => (!isDated && isMistaken(cell) ? mistaken : undefined),
    doubt: (cell) => {
      if (isDated && isWholeDay(cell)) return datedWords
      return whole === 0 && typeof cell === 'string' && cut.test(cell.trim()) ? cutWords : undefined
    },
  }
}
