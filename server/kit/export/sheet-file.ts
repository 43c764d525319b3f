import { Readable } from 'node:stream'
import { type SheetFormat, sheetTypes } from '#contract/kit/sheets/sheet.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Context } from '../context.ts'
import type { Download } from '../files/download.ts'
import { csvPieces } from './csv.ts'
import type { SheetColumn, SheetRow } from './sheet-cell.ts'
import { workbookStream } from './workbook.ts'

type Rows = AsyncIterable<SheetRow> | Iterable<SheetRow>

/** A table to download. */
export interface Table {
  readonly name: string
  readonly sheet: string
  readonly format: SheetFormat
  readonly columns: readonly SheetColumn[]
  readonly rows: Rows
  /** Time of the request; its home day goes into the file name. Absent for files that are the same every day. */
  readonly at?: Context['occurredAt']
}

/**
 * A download of one table, written as a stream: the only way to download a table. `name`: file name without day and extension; `sheet`:
 * name of the sheet in a workbook. Cells are given as they are: a text file protects texts that begin like a formula, a workbook needs no
 * protection.
 */
export function sheetFile({ name, sheet, format, columns, rows, at }: Table): Download {
  const body =
    format === 'csv'
      ? csvPieces(
          columns.map(({ heading }) => heading),
          rows,
          new Set(columns.flatMap(({ kind }, at) => (kind === 'money' ? [at] : []))),
        )
      : workbookStream(sheet, rows, columns)
  const dated = at ? `${name} ${homeDay(at)}` : name
  return { download: `${dated}.${format}`, type: sheetTypes[format], body: Readable.from(body, { objectMode: false }) }
}
