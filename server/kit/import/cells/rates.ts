import { decimalText, productOf } from '#contract/kit/fields/amount.ts'
import type { MoneyField } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { cellText } from '../table/headings.ts'
import type { Cell } from './cell.ts'
import { type CellOutcome, cellValue, foreignOf, isBareAmount } from './cell-values.ts'
import { type ForeignCurrency, withoutCurrency } from './currencies.ts'
import type { MoneyUnit } from './money-units.ts'

/** Number of amounts of a file in each foreign currency, by its code. */
export type ForeignAmounts = Map<string, ForeignCurrency & { readonly cells: number }>

/** The rate for amounts to be taken over unconverted. */
const asIs = '1'

const saidOf = ({ zh, en }: Words, rate: string): Words =>
  Number(rate) === 1
    ? { zh: `以${zh}计，按原数记入，没有换算`, en: `is in ${en} and is imported as it is, without conversion` }
    : { zh: `以${zh}计，按 1 ${zh} = ${rate} 元换算`, en: `is in ${en} and converted at 1 = ${rate} CNY` }

/**
 * Converts amounts in foreign currencies by the person's rates (yuan per unit, by code; 1: unconverted), rounded half up to the cent.
 * Counts all such amounts in `found`. Undefined for an amount in yuan, or in a currency without a rate.
 */
export function rateReader(rates: Readonly<Record<string, string>> | undefined, found: ForeignAmounts | undefined) {
  return (
    field: MoneyField,
    cell: Exclude<Cell, null>,
    unit: MoneyUnit | undefined,
    note: (words: Words) => void,
  ): CellOutcome | undefined => {
    const foreign = foreignOf(cell, unit)
    if (!foreign) return undefined
    const { currency } = foreign
    found?.set(currency.code, { ...currency, cells: (found.get(currency.code)?.cells ?? 0) + 1 })
    const rate = rates && Object.hasOwn(rates, currency.code) ? rates[currency.code]! : undefined
    if (rate === undefined) return undefined
    const bare = foreign.isByHeading && isBareAmount(cell)
    const times = bare && unit && 'foreign' in unit ? (unit.times ?? 1) : 1
    const read = cellValue(field, bare ? cell : withoutCurrency(cellText(cell)), false)
    const yuan = 'value' in read ? productOf([read.value, String(times), rate], 2) : undefined
    if (yuan === undefined) return undefined
    note(saidOf(currency, rate))
    return { value: decimalText(yuan, 2) }
  }
}

/** Merges new rates into the previous ones, as text by code; an empty rate removes one. */
export function ratesWith(
  before: Readonly<Record<string, string>> | undefined,
  now: readonly { readonly currency: string; readonly rate?: unknown }[],
): Record<string, string> {
  const rates = new Map(Object.entries(before ?? {}))
  for (const { currency, rate } of now) {
    const code = currency.toUpperCase()
    if (rate === null || rate === undefined) rates.delete(code)
    else rates.set(code, Number(rate) === 1 ? asIs : String(rate))
  }
  return Object.fromEntries(rates)
}
