import type { Words } from '#contract/kit/words.ts'

/** A number that its format shows in a unit of money: 5000 as `$5,000.00`. */
export class UnitNumber {
  constructor(
    readonly number: number,
    /** As people write it behind a number: ` 美元`. */
    readonly unit: string,
  ) {}
  toString(): string {
    return `${this.number}${this.unit}`
  }
}

export type Cell = string | number | boolean | Date | UnitNumber | null

export interface SourceRow {
  /** As the spreadsheet counts: 1 is the first. */
  readonly number: number
  readonly cells: readonly Cell[]
}

/** Rows that a sheet can have. The rows of the second sheet that goes into one import are numbered from here on, those of the third from twice as many. */
export const rowsPerSheet = 1_048_576

/** Which of the imported sheets a row number belongs to, from 0, and its number there. */
export const placeOf = (number: number): { readonly sheet: number; readonly row: number } => ({
  sheet: Math.floor((number - 1) / rowsPerSheet),
  row: ((number - 1) % rowsPerSheet) + 1,
})

/** How a row is called in sentences: by its sheet, too, where it is not the first. */
export function sayRow(number: number): Words {
  const { sheet, row } = placeOf(number)
  return sheet === 0
    ? { zh: `第 ${row} 行`, en: `row ${row}` }
    : { zh: `第 ${sheet + 1} 个工作表第 ${row} 行`, en: `row ${row} of sheet ${sheet + 1}` }
}

/** What a cell holds whose formula was never worked out. */
export const noValue = '\u0000formula'

/** Longest text of a cell that is read, in characters: the most that spreadsheets keep, and more than any field takes. */
export const mostCellText = 32_767

// Workbooks can write them, the database keeps neither.
const hasUnkept = (text: string): boolean => text.includes('\u0000') || /[\ud800-\udfff]/.test(text)

const escaped = /_x([0-9A-Fa-f]{4})_/g

/** The text of a cell as it was typed, without what the database cannot keep, as a copy that keeps nothing else of its file in memory. */
export function cellTextOf(written: string): string {
  const cut = written.slice(0, mostCellText)
  const text = cut.includes('_x') ? cut.replace(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : cut
  const kept = hasUnkept(text) ? text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '') : text
  return kept.length < 13 ? kept : Buffer.from(kept, 'utf8').toString('utf8')
}

/** Gathers the pieces of one text, no more of them than are read. */
export const withPiece = (text: string, piece: string): string => (text.length < mostCellText ? text + piece : text)
