/**
 * Prefixes a text that a spreadsheet would run as a formula with an apostrophe; numbers are unchanged. A text that already has apostrophes
 * there gets one more, so that `unescapeFormula` can undo this.
 */
export const escapeFormula = (value: string): string =>
  /^'*[=+\-@\t\r\n＝＋－＠]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value

/** Reverses `escapeFormula` for a text from an exported spreadsheet. */
export const unescapeFormula = (value: string): string =>
  value.startsWith("'") && escapeFormula(value.slice(1)) === value ? value.slice(1) : value

/** A text for a workbook cell, which never computes text: unchanged, unless `unescapeFormula` would mistake its own apostrophe for an escape. */
export const escapeFormulaInWorkbook = (value: string): string => (value.startsWith("'") ? escapeFormula(value) : value)

// A spreadsheet uses its locale's separator and may end a cell at a semicolon inside quotes, because it honours only the first quote of a
// line: text after such a separator must not begin like a formula either.
const lead = '[ "\']*[=+\\-@＝＋－＠]'
const inside = new RegExp(`([;|\\t\\r\\n])(?=${lead})`, 'g')
const marked = new RegExp(`([;|\\t\\r\\n])'(?=${lead})`, 'g')

/** A text for a CSV cell: no part of it is run as a formula, whichever separator the reading program assumes. */
export const escapeFormulaInCsv = (value: string): string => escapeFormula(value.replace(inside, "$1'"))

/** Reverses `escapeFormulaInCsv`; the result is still escaped by `escapeFormula`. */
export const unescapeFormulaInCsv = (value: string): string => value.replace(marked, '$1')
