import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Row } from '#server/db/query.ts'

/** The stock of a part: pieces, and their total value in cents; undefined for a part without a price. */
export interface Stock {
  readonly quantity: number
  readonly value: bigint | undefined
}

/** A share of a value in cents, rounded half up. */
const shareOf = (value: bigint, pieces: number, quantity: number): bigint =>
  (value * BigInt(pieces) * 2n + BigInt(quantity)) / (2n * BigInt(quantity))

/** The stock of a locked part row. */
export const stockOf = (part: Row): Stock => ({
  quantity: Number(part.quantity),
  value: part.stock_value === null || part.stock_value === undefined ? undefined : cents(part.stock_value),
})

/**
 * The cost of pieces taken from a stock at its moving average, in cents, rounded half up. The last piece takes the remainder, so that the
 * value of a stock always equals receipts minus charges.
 */
export function chargeOf({ quantity, value }: Stock, pieces: number): bigint | undefined {
  if (value === undefined || pieces >= quantity) return value
  return shareOf(value, pieces, quantity)
}

/**
 * The stock after a receipt of pieces with a value. Pieces without a price get the average; a stock without a value takes the new price.
 */
export function stockWith(stock: Stock, pieces: number, value: bigint | undefined): Stock {
  const quantity = stock.quantity + pieces
  if (value === undefined) {
    const more = stock.value === undefined || stock.quantity === 0 ? undefined : shareOf(stock.value, pieces, stock.quantity)
    return { quantity, value: more === undefined ? stock.value : stock.value! + more }
  }
  if (stock.value !== undefined) return { quantity, value: stock.value + value }
  return { quantity, value: pieces === 0 ? undefined : shareOf(value, quantity, pieces) }
}

/**
 * The stock after a receipt is undone, at the value of the receipt. If less value is left than that, the pieces leave at the average; the
 * last piece takes the remainder.
 */
export function stockWithout(stock: Stock, pieces: number, value: bigint | undefined): Stock {
  const quantity = stock.quantity - pieces
  if (stock.value === undefined || quantity === 0) return { quantity, value: stock.value === undefined ? undefined : 0n }
  const left = value === undefined ? -1n : stock.value - value
  return { quantity, value: left >= 0n ? left : stock.value - chargeOf(stock, pieces)! }
}

/** A value in cents in the form of its column. */
export const valueText = (value: bigint | undefined): string | null => (value === undefined ? null : decimalText(value, 2))
