/** A text that a spreadsheet would run as a formula is kept as text. */
export const neutral = (value: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value

/** The same text back from a spreadsheet that went out. */
export const asWritten = (value: string): string => (value.startsWith("'") && neutral(value.slice(1)) === value ? value.slice(1) : value)

// A spreadsheet uses its locale's separator and may end a cell at a semicolon inside quotes, because it honours only the first quote of a line:
// text after such a separator may not begin like a formula either.
const lead = '[ "\']*[=+\\-@＝＋－＠]'
const inside = new RegExp(`([;|\\t\\r\\n])(?=${lead})`, 'g')
const marked = new RegExp(`([;|\\t\\r\\n])'(?=${lead})`, 'g')

/** A text for a cell of a CSV file: no part of it is a formula, with any separator that the reading program assumes. */
export const neutralInCsv = (value: string): string => neutral(value.replace(inside, "$1'"))

/** The same text, as `neutral` leaves it, from a cell of a CSV file that went out. */
export const fromCsv = (value: string): string => value.replace(marked, '$1')
