import { choice } from '../fields/field.ts'

/** The file formats of tables, with their names on the wire. */
export const sheetTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export type SheetFormat = keyof typeof sheetTypes

/** The parameter for the file format of a table. */
export const sheetFormat = choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } })
