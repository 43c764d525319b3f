import { escapeFormulaInCsv } from './escape-formula.ts'
import { amountOf, type SheetRow } from './sheet-cell.ts'

/** Minimum characters per piece, so that the stream does not emit single lines. */
const pieceSize = 16_384

const none: ReadonlySet<number> = new Set()

function cell(value: SheetRow[number], isAmount: boolean): string {
  if (value === null) return ''
  // An amount keeps its two decimals.
  if (isAmount && typeof value === 'string' && amountOf(value) !== undefined) return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = value instanceof Date ? value.toISOString() : value
  return `"${escapeFormulaInCsv(text).replaceAll('"', '""')}"`
}

/**
 * The only CSV writer. Text is always quoted and escaped against formulas for any separator; numbers are unquoted; lines end with CRLF (RFC
 * 4180). A byte order mark comes first, so that spreadsheets read Chinese. `amounts`: columns of amounts. Yields pieces of the file.
 */
export async function* csvPieces(
  headers: readonly string[],
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  amounts: ReadonlySet<number> = none,
): AsyncGenerator<string> {
  let piece = `\ufeff${headers.length > 0 ? csvLine(headers) : ''}`
  for await (const row of rows) {
    piece += csvLine(row, amounts)
    if (piece.length < pieceSize) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** One line of a CSV file including its line ending. `amounts`: columns of amounts. */
export const csvLine = (row: SheetRow, amounts: ReadonlySet<number> = none): string =>
  `${row.map((value, at) => cell(value, amounts.has(at))).join(',')}\r\n`
