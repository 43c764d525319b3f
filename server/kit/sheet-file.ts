import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { type SheetFormat, sheetTypes } from '#contract/kit/sheet.ts'
import { csvPieces, type SheetRow } from './csv.ts'
import type { Download } from './download.ts'
import { workbookStream } from './workbook.ts'

/** A download of one table, written as a stream. `name`: file name without extension; `sheet`: name of the sheet in a workbook. */
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
      : Readable.fromWeb(workbookStream(sheet, rows, headers) as unknown as WebStream<Uint8Array>)
  return { download: `${name}.${format}`, type: sheetTypes[format], body }
}
