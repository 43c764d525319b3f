import type { Words } from '#contract/kit/words.ts'
import type { Cell } from './cell.ts'

const control = /\p{Cc}/u
const everyControl = /\p{Cc}/gu
/** Separates the elements of a scanned GS1 code. */
const separator = '\x1d'

/** The message about removed control characters. */
export const cleanedWords: Words = { zh: '含有不可见的控制字符，已去掉', en: 'contained control characters, which were removed' }

/** Removes control characters except line ends and tabs. `isCode`: keeps the separators of scanned codes. */
export const withoutControl = (text: string, isCode: boolean): string =>
  control.test(text) ? text.replace(everyControl, (sign) => ('\t\n\r'.includes(sign) || (isCode && sign === separator) ? sign : '')) : text

const quoted = /^="((?:[^"]|"")*)"$/
const marked = /^['‘’＇]([0-9A-Za-z][0-9A-Za-z._/-]*)$/

/** Removes the marks by which files force a spreadsheet to keep text: `="0016"` and `'0017` become `0016` and `0017`. */
export function asTyped(text: string): string {
  const first = text.charCodeAt(0)
  if (first === 61) return quoted.exec(text.trim())?.[1]?.replaceAll('""', '"') ?? text
  const bare = marked.exec(text.trim())?.[1]
  return bare !== undefined && /\d/.test(bare) ? bare : text
}

/** Error codes of spreadsheet programs, and the signs of a column that is too narrow. */
const fault =
  /^#(?:N\/A|REF|VALUE|DIV\/0|NAME|NULL|NUM|SPILL|CALC|GETTING_DATA|BLOCKED|FIELD|UNKNOWN|CONNECT|BUSY|EXTERNAL|PYTHON)[!?]?$|^#{3,}$/i

/** The message about an error value in a cell. */
export const faultWords: Words = { zh: '是表格软件的错误值，留空', en: 'is a spreadsheet error and is left empty' }

/** Whether a cell shows an error instead of its value. */
export const isFault = (cell: Cell): boolean => typeof cell === 'string' && cell.length < 20 && fault.test(cell.trim())

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'
const day = new RegExp(
  `^(?:\\d{1,2}-(?:${months})(?:-\\d{2,4})?|(?:${months})-\\d{2}|\\d{1,2}月\\d{1,2}日|\\d{4}年\\d{1,2}月(?:\\d{1,2}日)?|\\d{4}/(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\\d|3[01])|true|false)$`,
  'i',
)

/** The message about a code that a spreadsheet turned into something else. */
export const mistakenWords: Words = {
  zh: '已被电子表格变成日期或真假值，留空；请把该列设为文本后重新填写',
  en: 'was turned into a date or true or false by the spreadsheet and is left empty: format the column as text and enter it again',
}

/** Whether a code is a date or TRUE, into which spreadsheets convert codes such as `3-5`. */
export const isMistaken = (cell: Cell): boolean =>
  cell instanceof Date || typeof cell === 'boolean' || (typeof cell === 'string' && cell.length < 20 && day.test(cell.trim()))
