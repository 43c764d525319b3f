import { dayMs } from '#contract/kit/time/day.ts'
import type { BookPictures } from '../archive/cell-pictures.ts'
import type { CellStyle } from '../archive/cell-styles.ts'
import type { WorkSheet } from '../archive/workbook.ts'
import { mostColumns, mostOf } from '../archive/workbook-parts.ts'
import { eachAttribute, xmlReader } from '../archive/xml-reader.ts'
import { damaged, textOf } from '../archive/zip-parts.ts'
import { type Cell, cellTextOf, isPicture, noValue, pictureAt, pictureName, ShownNumber, withPiece } from '../cells/cell.ts'

const lastRow = 1_048_576
/** Number of characters of a formula that reveal whether it shows a picture. */
const mostFormula = 200

/** A row of a sheet; the cells end with the last non-empty one. */
export interface SheetRow {
  readonly number: number
  readonly isHidden: boolean
  readonly cells: Cell[]
}

/** `AB12` -> 27; undefined if the cell reference has no letters. */
function columnOf(place: string): number | undefined {
  let column = 0
  for (let at = 0; at < 3; at++) {
    const code = place.charCodeAt(at) & ~32
    if (!(code >= 65 && code <= 90)) break
    column = column * 26 + code - 64
  }
  return column === 0 ? undefined : column - 1
}

/**
 * The date of a serial number; the number itself if it is none. Spreadsheets treat 1900 as a leap year, so numbers before March 1900 are
 * off by one day.
 */
function dayOf(number: number, laterDays: number): Date | number {
  const days = number + laterDays
  const day = new Date(Date.UTC(1899, 11, days > 60 ? 30 : 31) + Math.round(days * dayMs))
  return Number.isNaN(day.getTime()) || day.getUTCFullYear() > 9999 ? number : day
}

interface Open {
  column: number
  type: string
  style: number
  text: string
  hasValue: boolean
  isFormula: boolean
  /** The start of its formula. */
  formula: string
  /** The metadata index of its rich value, such as a picture. */
  rich: string
}

/** The value of a cell. A formula with an empty text as its result has a type and a value; without them, its result was never saved. */
function contentOf(
  { type, style, text, hasValue, isFormula, formula, rich }: Open,
  sheet: WorkSheet,
  texts: readonly string[],
  styles: readonly CellStyle[],
  pictures: BookPictures,
): Cell {
  const named = (text: string): Cell => pictureAt(pictures.named.get(pictureName(text)))
  if (isFormula && isPicture(formula)) return named(formula)
  // Programs that do not support a rich value see an error.
  if (rich !== '' && type === 'e') return pictureAt(pictures.rich.get(Number(rich)))
  if (isFormula && text === '' && !(type === 'str' && hasValue)) return noValue
  if (type === 'inlineStr' || type === 'str') return isPicture(text) ? named(text) : cellTextOf(text)
  if (text === '') return null
  if (type === 's') {
    const shared = texts[Number(text)] ?? null
    return shared !== null && isPicture(shared) ? named(shared) : shared
  }
  if (type === 'b') return text === '1' || text.toLowerCase() === 'true'
  const number = type === 'e' ? Number.NaN : Number(text)
  if (Number.isNaN(number)) return cellTextOf(text)
  const { isDay, format, unit } = styles[style] ?? {}
  if (isDay) return dayOf(number, sheet.laterDays)
  return format === undefined ? number : new ShownNumber(number, format, unit)
}

/**
 * The rows of a sheet as a stream, in groups, with the first `mostColumns` cells of each. `onBeyond` is called with the column of each
 * filled cell after those. Throws if the sheet is too large or damaged; reads no further than the consumer requests.
 */
export async function* sheetRows(sheet: WorkSheet, onBeyond?: (at: number) => void): AsyncGenerator<readonly SheetRow[]> {
  const [texts, styles, pictures] = [await sheet.texts(), await sheet.styles(), await sheet.pictures()]
  let ready: SheetRow[] = []
  let row: SheetRow | undefined
  let number = 0
  let next = 0
  let cell: Open | undefined
  let beyond: number | undefined
  let isText = false
  let isPronounced = false
  let isFormulaText = false
  const begin = (tag: string): void => {
    let place = String(++number)
    let isHidden = false
    eachAttribute(tag, (name, value) => {
      if (name === 'r') place = value
      else if ((name === 'hidden' && value !== '0' && value !== 'false') || (name === 'ht' && Number(value) === 0)) isHidden = true
    })
    number = Number(place)
    if (!Number.isInteger(number) || number < 1 || number > lastRow) throw damaged()
    row = { number, isHidden, cells: [] }
    next = 0
  }
  const beginCell = (tag: string): void => {
    const open: Open = { column: next, type: 'n', style: -1, text: '', hasValue: false, isFormula: false, formula: '', rich: '' }
    eachAttribute(tag, (name, value) => {
      if (name === 'r') open.column = columnOf(value) ?? next
      else if (name === 't') open.type = value
      else if (name === 's') open.style = Number(value)
      else if (name === 'vm') open.rich = value
    })
    next = open.column + 1
    cell = open.column < mostColumns ? open : undefined
    beyond = cell ? undefined : open.column
  }
  const endCell = (): void => {
    const value = cell && contentOf(cell, sheet, texts, styles, pictures)
    if (row && cell && value !== undefined && value !== null) {
      while (row.cells.length < cell.column) row.cells.push(null)
      row.cells[cell.column] = value
    }
    cell = undefined
  }
  const reader = xmlReader({
    open(name, tag) {
      if (name === 'row') begin(tag)
      else if (row === undefined) return
      else if (name === 'c') beginCell(tag)
      else if (cell === undefined) {
        if ((name === 'v' || name === 't') && beyond !== undefined) onBeyond?.(beyond)
      } else if (name === 'v' || name === 't') {
        isText = !isPronounced
        cell.hasValue = true
      } else if (name === 'f') {
        cell.isFormula = true
        isFormulaText = true
      } else if (name === 'rPh') isPronounced = true
    },
    text(piece) {
      if (isText && cell) cell.text = withPiece(cell.text, piece)
      else if (isFormulaText && cell && cell.formula.length < mostFormula) cell.formula += piece.slice(0, mostFormula)
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false
      else if (name === 'f') isFormulaText = false
      else if (name === 'rPh') isPronounced = false
      else if (name === 'c') endCell()
      else if (name === 'row' && row) {
        ready.push(row)
        row = undefined
      }
    },
  })
  for await (const text of textOf(sheet.part, mostOf.sheet)) {
    reader.feed(text)
    const rows = ready
    ready = []
    yield rows
  }
  reader.end()
}

/** The columns of a sheet that are hidden; they are listed before the rows. */
export async function hiddenColumns(sheet: WorkSheet): Promise<ReadonlySet<number>> {
  const hidden = new Set<number>()
  let isDone = false
  const reader = xmlReader({
    open(name, tag) {
      if (name === 'sheetData') isDone = true
      if (name !== 'col' || isDone) return
      let [from, to, isHidden] = [0, 0, false]
      eachAttribute(tag, (attribute, value) => {
        if (attribute === 'min') from = Number(value)
        else if (attribute === 'max') to = Number(value)
        else if ((attribute === 'hidden' && value !== '0' && value !== 'false') || (attribute === 'width' && Number(value) === 0))
          isHidden = true
      })
      if (isHidden) for (let at = from; at <= Math.min(to, mostColumns); at++) hidden.add(at - 1)
    },
  })
  for await (const text of textOf(sheet.part, mostOf.sheet)) {
    if (isDone) break
    reader.feed(text)
  }
  return hidden
}
