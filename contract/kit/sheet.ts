import { choice } from './field.ts'

/** What a table is sent as, and the name each format has on the wire. */
export const sheetTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export type SheetFormat = keyof typeof sheetTypes

/** The parameter of a call that answers a table as a file. */
export const sheetFormat = choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } })
