import { keepsCents } from '#contract/kit/fields/parse.ts'

/**
 * A cell value; null is an empty cell. Dates are `yyyy-MM-dd`, times `yyyy-MM-dd HH:mm:ss` in home time, amounts texts such as `1234.50`.
 */
export type SheetCell = string | number | boolean | Date | null

/** The cells of one row. */
export type SheetRow = readonly SheetCell[]

/** A column with its heading; `kind` selects the cell format of a workbook, text by default. */
export interface SheetColumn {
  readonly heading: string
  readonly kind?: 'number' | 'money' | 'date' | 'time' | 'year' | undefined
}

/** Text columns with these headings. */
export const textColumns = (headings: readonly string[]): SheetColumn[] => headings.map((heading) => ({ heading }))

const decimal = /^-?\d{1,14}(\.\d{1,2})?$/

/** The number of an amount; undefined if a number cannot represent its cents exactly. */
export function amountOf(value: string): number | undefined {
  const number = decimal.test(value) ? Number(value) : Number.NaN
  return keepsCents(number) ? number : undefined
}
