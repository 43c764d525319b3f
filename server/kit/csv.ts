import { neutralInCsv } from './neutral.ts'

/** The cells of one row; null is an empty cell. */
export type SheetRow = readonly (string | number | boolean | Date | null)[]

/** Characters of one piece at least, so that a stream is not made of single lines. */
const pieceSize = 16_384

function cell(value: SheetRow[number]): string {
  if (value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = value instanceof Date ? value.toISOString() : value
  return `"${neutralInCsv(text).replaceAll('"', '""')}"`
}

/**
 * The one writer of CSV: every text in quotes and without formulas, whichever sign separates cells where it is opened; numbers bare, lines ended by CRLF
 * (RFC 4180), a byte order mark first, so that spreadsheets read Chinese. Answers pieces of the file.
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

/** One line of a CSV file with its end. */
export const csvLine = (row: SheetRow): string => `${row.map(cell).join(',')}\r\n`
