/** A text that a spreadsheet would run as a formula is kept as text. */
export const neutral = (value: string): string =>
  /^[=+\-@\t\r\n＝＋－＠]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value

/** The same text back from a spreadsheet that went out. */
export const asWritten = (value: string): string => (value.startsWith("'") && neutral(value.slice(1)) === value ? value.slice(1) : value)

// A spreadsheet takes the separator of its country, and ends a cell at a semicolon whatever the quotes say of which only the first of a line counts for it:
// what follows such a sign may not begin like a formula either.
const lead = '[ "\']*[=+\\-@＝＋－＠]'
const inside = new RegExp(`([;|\\t\\r\\n])(?=${lead})`, 'g')
const marked = new RegExp(`([;|\\t\\r\\n])'(?=${lead})`, 'g')

/** A text for a cell of a CSV file: no part of it is a formula, whatever separates cells for the one who opens it. */
export const neutralInCsv = (value: string): string => neutral(value.replace(inside, "$1'"))

/** The same text, as `neutral` leaves it, from a cell of a CSV file that went out. */
export const fromCsv = (value: string): string => value.replace(marked, '$1')
