import { Readable } from 'node:stream'
import { homeDay } from '#contract/kit/day.ts'
import { type SheetFormat, sheetTypes } from '#contract/kit/sheet.ts'
import type { Context } from './context.ts'
import { csvPieces } from './csv.ts'
import type { Download } from './download.ts'
import type { SheetColumn, SheetRow } from './sheet-cell.ts'
import { workbookStream } from './workbook.ts'

type Rows = AsyncIterable<SheetRow> | Iterable<SheetRow>

/** A table that leaves the program. */
export interface Table {
  readonly name: string
  readonly sheet: string
  readonly format: SheetFormat
  readonly columns: readonly SheetColumn[]
  readonly rows: Rows
  /** When it was asked for: the home day stands in the file name. Absent for files that are the same on every day. */
  readonly at?: Context['occurredAt']
}

/**
 * A download of one table, written as a stream: the only way in which tables leave the program. `name`: file name without day and extension;
 * `sheet`: name of the sheet in a workbook. Cells are given as they are: a text file protects texts that begin like a formula, a workbook
 * needs no protection.
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
