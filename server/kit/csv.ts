import { neutralInCsv } from './neutral.ts'
import type { SheetRow } from './sheet-cell.ts'

/** Minimum characters per piece, so that the stream does not emit single lines. */
const pieceSize = 16_384

function cell(value: SheetRow[number]): string {
  if (value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = value instanceof Date ? value.toISOString() : value
  return `"${neutralInCsv(text).replaceAll('"', '""')}"`
}

/**
 * The only CSV writer. Text is always quoted and neutralised against formulas for any separator; numbers are unquoted; lines end with CRLF
 * (RFC 4180). A byte order mark comes first, so that spreadsheets read Chinese. Yields pieces of the file.
 */
export async function* csvPieces(headers: readonly string[], rows: AsyncIterable<SheetRow> | Iterable<SheetRow>): AsyncGenerator<string> {
  let piece = `\ufeff${headers.length > 0 ? csvLine(headers) : ''}`
  for await (const row of rows) {
    piece += csvLine(row)
    if (piece.length < pieceSize) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** One line of a CSV file including its line ending. */
export const csvLine = (row: SheetRow): string => `${row.map(cell).join(',')}\r\n`
