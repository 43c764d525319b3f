import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import type { SheetRow } from './csv.ts'

/** A sheet's name has at most so many letters. */
const longestName = 31

/** A name that a workbook takes for a sheet: files that other programs wrote have names that the writer refuses. */
function sheetName(name: string): string {
  const fitting = name
    .replace(/[[\]:*?/\\\p{Cc}]/gu, '_')
    .slice(0, longestName)
    .replace(/^'+|'+$|\p{Cs}/gu, '')
  return fitting === '' || /^history$/i.test(fitting) ? `${fitting}_` : fitting
}

/** The names of several sheets, no two alike. */
function sheetNames(names: readonly string[]): string[] {
  const seen = new Set<string>()
  return names.map((name) => {
    let one = sheetName(name)
    for (let at = 2; seen.has(one.toLowerCase()); at++) one = `${sheetName(name).slice(0, longestName - 5)}_${at}`
    seen.add(one.toLowerCase())
    return one
  })
}

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
  const names = sheetNames(sheets.map(({ name }) => name))
  return writeXlsx({
    sheets: sheets.map(({ rows, fills, frozen }, index) => ({
      name: names[index]!,
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
