import type { Words } from '#contract/kit/words.ts'
import { plainNumber, shownIn } from '../archive/number-formats.ts'

/** A number whose format displays it differently: 12345 as `012345`. */
export class ShownNumber {
  constructor(
    readonly number: number,
    readonly format: string,
    /** The currency of the format, as written after a number: ` 美元`. */
    readonly unit?: string,
  ) {}
  /** The displayed text. */
  get shown(): string {
    return shownIn(this.format, this.number) ?? plainNumber(this.number)
  }
  toString(): string {
    return this.unit ? `${this.number}${this.unit}` : this.shown
  }
}

/** Placeholder for a picture in a cell. */
export const pictureCell = '\u0000picture'

/** A picture in a cell whose content is a part of the workbook. */
export const pictureAt = (part: string | undefined): string => (part ? `${pictureCell} ${part}` : pictureCell)

/** Whether a cell is a picture. */
export const isPictureCell = (cell: unknown): cell is string => typeof cell === 'string' && cell.startsWith(pictureCell)

/** The part of the workbook with the picture; undefined if the file does not contain it. */
export const partOfPicture = (cell: string): string | undefined => cell.slice(pictureCell.length + 1) || undefined

const picture = /^=?(?:_xlfn\.)?(?:DISPIMG|IMAGE)\(/i

/** Whether a text is the formula of a picture, such as `=DISPIMG("ID_1",1)`. */
export const isPicture = (text: string): boolean => picture.test(text)

/** The picture name in such a formula, in upper case. */
export const pictureName = (text: string): string => /\("([^"]{1,100})"/.exec(text)?.[1]?.toUpperCase() ?? ''

export type Cell = string | number | boolean | Date | ShownNumber | null

export interface SourceRow {
  /** Row number of the spreadsheet; the first row is 1. */
  readonly number: number
  /** Hidden by a filter or manually. */
  readonly isHidden?: boolean
  readonly cells: readonly Cell[]
}

/**
 * Maximum rows of a sheet. In an import of several sheets, the row numbers of the second sheet start here, those of the third at twice this
 * number.
 */
export const rowsPerSheet = 1_048_576

/** The index of the imported sheet that a row number belongs to, from 0, and the row number in that sheet. */
export const placeOf = (number: number): { readonly sheet: number; readonly row: number } => ({
  sheet: Math.floor((number - 1) / rowsPerSheet),
  row: ((number - 1) % rowsPerSheet) + 1,
})

/** The name of a row in messages; with its sheet unless it is the first. */
export function sayRow(number: number): Words {
  const { sheet, row } = placeOf(number)
  return sheet === 0
    ? { zh: `第 ${row} 行`, en: `row ${row}` }
    : { zh: `第 ${sheet + 1} 个工作表第 ${row} 行`, en: `row ${row} of sheet ${sheet + 1}` }
}

/** Placeholder for a formula that was never calculated. */
export const noValue = '\u0000formula'

/** Maximum length of a cell text in characters: the limit of spreadsheet programs, and more than any field accepts. */
export const mostCellText = 32_767

// Workbooks may contain them, but the database cannot store them.
const hasUnkept = (text: string): boolean => text.includes('\u0000') || /[\ud800-\udfff]/.test(text)

const escaped = /_x([0-9A-Fa-f]{4})_/g

/**
 * The text of a cell as typed, without characters that the database cannot store. Returns a copy that does not keep the rest of the file in
 * memory.
 */
export function cellTextOf(written: string): string {
  const cut = written.slice(0, mostCellText)
  const text = cut.includes('_x') ? cut.replace(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : cut
  const kept = hasUnkept(text) ? text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '') : text
  return kept.length < 13 ? kept : Buffer.from(kept, 'utf8').toString('utf8')
}

/** Appends a piece of text, up to the maximum length. */
export const withPiece = (text: string, piece: string): string => (text.length < mostCellText ? text + piece : text)
