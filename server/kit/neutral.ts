/**
 * Prefixes a text that a spreadsheet would run as a formula with an apostrophe; numbers are left as they are. Own apostrophes before such a
 * text get one more, so that `asWritten` finds them again.
 */
export const neutral = (value: string): string =>
  /^'*[=+\-@\t\r\n＝＋－＠]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value

/** Reverses `neutral` for a text from an exported spreadsheet. */
export const asWritten = (value: string): string => (value.startsWith("'") && neutral(value.slice(1)) === value ? value.slice(1) : value)

/** A text for a cell of a workbook, which computes no text: as it is, unless `asWritten` would take its own apostrophe for a protection. */
export const neutralInWorkbook = (value: string): string => (value.startsWith("'") ? neutral(value) : value)

// A spreadsheet uses its locale's separator and may end a cell at a semicolon inside quotes, because it honours only the first quote of a
// line: text after such a separator must not begin like a formula either.
const lead = '[ "\']*[=+\\-@＝＋－＠]'
const inside = new RegExp(`([;|\\t\\r\\n])(?=${lead})`, 'g')
const marked = new RegExp(`([;|\\t\\r\\n])'(?=${lead})`, 'g')

/** A text for a CSV cell: no part of it is run as a formula, whichever separator the reading program assumes. */
export const neutralInCsv = (value: string): string => neutral(value.replace(inside, "$1'"))

/** Reverses `neutralInCsv`; returns the text as `neutral` leaves it. */
export const fromCsv = (value: string): string => value.replace(marked, '$1')
