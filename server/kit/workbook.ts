import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import type { SheetRow } from './csv.ts'

/** A sheet's name has at most 31 letters. */
const sheetName = (name: string): string => name.slice(0, 31)

type Cells = (string | number | boolean | Date | null)[]
interface Fill {
  readonly row: number
  readonly at: number
  readonly rgb: string
}

/** The one writer of workbooks, as a stream: one sheet with its headings, the first row in view where there are some. */
export const workbookStream = (name: string, rows: AsyncIterable<SheetRow> | Iterable<SheetRow>, headers?: readonly string[]) =>
  writeXlsxStream(rows as AsyncIterable<Cells>, {
    name: sheetName(name),
    ...(headers ? { columns: headers.map((header) => ({ header })), freezePane: { rows: 1 } } : {}),
  })

export interface ColouredSheet {
  readonly name: string
  readonly rows: readonly SheetRow[]
  readonly fills: readonly Fill[]
  /** Rows at the top that stay in view. */
  readonly frozen: number
}

/** Sheets in memory, with cells in colour (row and place from 0, RGB in hex). */
export function colouredWorkbook(sheets: readonly ColouredSheet[]): Promise<Uint8Array> {
  return writeXlsx({
    sheets: sheets.map(({ name, rows, fills, frozen }) => ({
      name: sheetName(name),
      rows: rows as Cells[],
      cells: new Map(
        fills.map(({ row, at, rgb }) => [
          `${row},${at}`,
          { value: rows[row]?.[at] ?? null, style: { fill: { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb } } } },
        ]),
      ),
      ...(frozen > 0 ? { freezePane: { rows: frozen } } : {}),
    })),
  })
}
