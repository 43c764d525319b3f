import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import type { Client, Query } from './app-for-test.ts'

/** A downloaded sheet: its headings and rows as text. */
export interface Sheet {
  readonly headings: string[]
  readonly rows: string[][]
  readonly fileName: string
}

/** A day or time of a workbook as the program writes it elsewhere. */
const timeText = (cell: Date): string => cell.toISOString().slice(0, 19).replace('T', ' ').replace(' 00:00:00', '')

const textOfCell = (cell: unknown): string =>
  cell === null || cell === undefined ? '' : cell instanceof Date ? timeText(cell) : String(cell)

/** Downloads a sheet and reads it by its format, XLSX unless `format` says csv. */
export async function sheetOf(client: Client, path: string, query: Query = {}): Promise<Sheet> {
  const { status, bytes, headers } = await client.file(path, query)
  expect(status).toBe(200)
  const cells =
    query.format === 'csv'
      ? parseCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
      : ((await readXlsx(bytes)).sheets[0]?.rows ?? [])
  const texts = cells.map((row) => [...row].map(textOfCell))
  const name = /filename\*=UTF-8''(\S+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''
  return {
    headings: (texts[0] ?? []).map((heading) => heading.replace(/^\ufeff/, '')),
    rows: texts.slice(1),
    fileName: decodeURIComponent(name),
  }
}
