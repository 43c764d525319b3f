import { keepsCents } from '#contract/kit/parse.ts'

/** A value of a sheet; null is an empty cell. Days are `yyyy-MM-dd`, times `yyyy-MM-dd HH:mm:ss` at home, amounts texts such as `1234.50`. */
export type SheetCell = string | number | boolean | Date | null

/** The cells of one row. */
export type SheetRow = readonly SheetCell[]

/** A column of a sheet with its heading; `kind` decides how a workbook formats its cells, as text where it is absent. */
export interface SheetColumn {
  readonly heading: string
  readonly kind?: 'number' | 'money' | 'date' | 'time' | 'year' | undefined
}

/** Columns of text from their headings. */
export const textColumns = (headings: readonly string[]): SheetColumn[] => headings.map((heading) => ({ heading }))

const decimal = /^-?\d{1,14}(\.\d{1,2})?$/

/** The number of an amount; undefined where a number does not keep its cents. */
export function amountOf(value: string): number | undefined {
  const number = decimal.test(value) ? Number(value) : Number.NaN
  return keepsCents(number) ? number : undefined
}
