import type { Encoding } from '#contract/kit/text/encodings.ts'
import { unescapeFormulaInCsv } from '#server/kit/export/escape-formula.ts'
import { oldOffice } from '#server/kit/files/old-office.ts'
import { csvRows } from '../archive/csv-rows.ts'
import { type Decoded, decodedAs, decodeText } from '../archive/encodings.ts'
import { sheetsOf, type WorkSheet } from '../archive/workbook.ts'
import { type Cell, isPicture, pictureAt, pictureCell, type SourceRow } from '../cells/cell.ts'
import { asTyped } from '../cells/typed-text.ts'
import { ImportRefusal } from '../import-refusal.ts'
import { filledDown, mergesOf } from './merged-cells.ts'
import { hiddenColumns, sheetRows } from './sheet-rows.ts'

/** One table of cells to import from. */
export interface Source {
  readonly format: 'xlsx' | 'csv'
  readonly sheet: string
  /** The encoding of a text table, then other possible ones. */
  readonly encodings?: readonly Encoding[]
  /** The sheet is hidden in its workbook. */
  readonly isHidden?: boolean
  /** Columns that are hidden. */
  readonly hidden?: ReadonlySet<number>
  /** Days to add to a serial date; not 0 for workbooks that count from 1904. */
  readonly laterDays: number
  /** The filled columns beyond the limit, as far as its rows were read. */
  readonly beyond: ReadonlySet<number>
  /** May be called several times. */
  rows(most?: number): AsyncIterable<SourceRow>
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

/** The separator that splits most of the first lines into the same number of parts; among equals, the one with most splits. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, 10)
  const scored = [',', '\t', ';', '|'].map((mark) => {
    const cuts = lines.map((line) => line.split(mark).length - 1).filter((count) => count > 0)
    const equal = Math.max(0, ...cuts.map((count) => cuts.filter((other) => other === count).length))
    return { mark, equal, cuts: cuts.reduce((sum, count) => sum + count, 0) }
  })
  return scored.reduce((one, other) => (other.equal > one.equal || (other.equal === one.equal && other.cuts > one.cuts) ? other : one)).mark
}

function csvSource({ text, encoding, others }: Decoded): Source {
  const separator = separatorOf(text)
  const beyond = new Set<number>()
  return {
    beyond,
    format: 'csv',
    sheet: 'CSV',
    encodings: [encoding, ...others],
    laterDays: 0,
    async *rows(most = Number.POSITIVE_INFINITY) {
      let number = 0
      for (const cells of csvRows(text, separator, (at) => beyond.add(at))) {
        if (++number > most) return
        yield { number, cells: cells.map((cell) => (isPicture(cell) ? pictureCell : asTyped(unescapeFormulaInCsv(cell)))) }
      }
    },
  }
}

/** Puts pictures that float over a row into its empty cells. */
function putPictures(cells: Cell[], floating: ReadonlyMap<number, string> | undefined): void {
  for (const [at, part] of floating ?? []) {
    while (cells.length <= at) cells.push(null)
    cells[at] ??= pictureAt(part)
  }
}

/** The non-empty rows of one sheet, including rows that are filled by merged cells. */
export async function xlsxSource(sheet: WorkSheet): Promise<Source> {
  const [merges, hidden, floating] = [await mergesOf(sheet.part), await hiddenColumns(sheet), await sheet.floating()]
  const beyond = new Set<number>()
  return {
    beyond,
    format: 'xlsx',
    sheet: sheet.name,
    isHidden: sheet.isHidden,
    hidden,
    laterDays: sheet.laterDays,
    async *rows(most = Number.POSITIVE_INFINITY) {
      const fill = filledDown(merges)
      let count = 0
      for await (const rows of sheetRows(sheet, (at) => beyond.add(at)))
        for (const row of rows) {
          fill(row)
          if (row.cells.length === 0) continue
          putPictures(row.cells, floating.get(row.number))
          if (++count > most) return
          yield row
        }
    },
  }
}

/**
 * Every table of a file; the format is detected from the content, not from the name. Throws for other formats. `onBehind`: called with the
 * number of sheets of a workbook that are not read. `encoding`: that of a text table, if a person chose one.
 */
export async function sourcesOf(
  bytes: Uint8Array,
  { onBehind, encoding }: { readonly onBehind?: (sheets: number) => void; readonly encoding?: Encoding | null | undefined } = {},
): Promise<(() => Promise<Source>)[]> {
  if (bytes.length === 0) throw new ImportRefusal('文件是空的', 'The file is empty')
  if (startsWith(bytes, [0x50, 0x4b])) {
    const { sheets, behind } = await sheetsOf(bytes)
    if (sheets.length === 0) throw new ImportRefusal('工作簿里没有可读的工作表', 'The workbook has no readable sheet')
    if (behind > 0) onBehind?.(behind)
    return sheets.map((sheet) => () => xlsxSource(sheet))
  }
  if (startsWith(bytes, oldOffice))
    throw new ImportRefusal(
      '这是旧版 Excel（.xls）或带密码的文件，请去掉密码并另存为 .xlsx 后再导入',
      'This is an old Excel file (.xls) or one with a password. Remove the password and save it as .xlsx first',
    )
  // Some PDF files consist of text only.
  const text = startsWith(bytes, [0x25, 0x50, 0x44, 0x46]) ? undefined : decodeText(bytes, encoding ?? undefined)
  if (text === undefined)
    throw new ImportRefusal(
      '这不是表格文件，请使用 Excel（.xlsx）或 CSV 文件',
      'This is not a spreadsheet. Use an Excel (.xlsx) or CSV file',
    )
  return [async () => csvSource(text)]
}

const [previewRows, previewCells] = [3, 6]

/** The first rows of a text table in an encoding, for the choice of one. */
export function previewIn(bytes: Uint8Array, encoding: Encoding): string[][] {
  const text = (decodedAs(bytes, encoding) ?? '').slice(0, 5000)
  const rows: string[][] = []
  try {
    for (const row of csvRows(text, separatorOf(text))) {
      if (row.length > 1 || row[0] !== '') rows.push(row.slice(0, previewCells).map((cell) => cell.slice(0, 40)))
      if (rows.length === previewRows) break
    }
  } catch {
    // The end of the text may lie within quotes.
  }
  return rows
}
