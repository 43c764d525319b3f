import { writeXlsx } from 'hucre/xlsx'
import type { SheetColumn, SheetRow } from './sheet-cell.ts'
import { xlsxStream } from './xlsx-stream.ts'

/** Maximum length of a sheet name. */
const longestName = 31

/** A valid sheet name: files of other programs have names that the writer rejects. */
function sheetName(name: string): string {
  const fitting = name
    .replace(/[[\]:*?/\\\p{Cc}]/gu, '_')
    .slice(0, longestName)
    .replace(/^'+|'+$|\p{Cs}/gu, '')
  return fitting === '' || /^history$/i.test(fitting) ? `${fitting}_` : fitting
}

/** The names of several sheets, made unique. */
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

/** A workbook of one table as a stream, under a valid sheet name; see `xlsxStream`. */
export const workbookStream = (name: string, rows: AsyncIterable<SheetRow> | Iterable<SheetRow>, columns?: readonly SheetColumn[]) =>
  xlsxStream(sheetName(name), rows, columns)

export interface ColouredSheet {
  readonly name: string
  readonly rows: readonly SheetRow[]
  readonly fills: readonly Fill[]
  /** Number of frozen rows at the top. */
  readonly frozen: number
}

/** Creates a workbook in memory, with coloured cells (row and column from 0, RGB in hex). */
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
