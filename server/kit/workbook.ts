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

/** The same in memory, with cells in colour (row and place from 0, RGB in hex) and the rows above `frozen` in view. */
export function colouredWorkbook(name: string, rows: readonly SheetRow[], fills: readonly Fill[], frozen: number): Promise<Uint8Array> {
  const cells = new Map(
    fills.map(({ row, at, rgb }) => [
      `${row},${at}`,
      { value: rows[row]?.[at] ?? null, style: { fill: { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb } } } },
    ]),
  )
  return writeXlsx({ sheets: [{ name: sheetName(name), rows: rows as Cells[], cells, freezePane: { rows: frozen } }] })
}
