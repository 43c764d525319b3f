import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { writeXlsxStream } from 'hucre/xlsx'
import { csvPieces, type SheetRow } from './csv.ts'
import type { Download } from './download.ts'

/** What a sheet is sent as. */
export const sheetTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export type SheetFormat = keyof typeof sheetTypes

/** A download of one table, written as a stream. `name`: of the file, without its ending; `sheet`: of the sheet in a workbook. */
export function sheetFile(given: {
  readonly name: string
  readonly sheet: string
  readonly format: SheetFormat
  readonly headers: readonly string[]
  readonly rows: AsyncIterable<SheetRow> | Iterable<SheetRow>
}): Download {
  const { name, sheet, format, headers, rows } = given
  const body =
    format === 'csv'
      ? Readable.from(csvPieces(headers, rows))
      : Readable.fromWeb(
          writeXlsxStream(rows as AsyncIterable<(string | number | null)[]>, {
            name: sheet.slice(0, 31),
            columns: headers.map((header) => ({ header })),
            freezePane: { rows: 1 },
          }) as unknown as WebStream<Uint8Array>,
        )
  return { download: `${name}.${format}`, type: sheetTypes[format], body }
}
