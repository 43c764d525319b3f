import { cents, decimalText } from '#contract/kit/amount.ts'
import type { Row } from '#server/db/query.ts'

/** The pieces of a part in stock and what they are worth together, in cents; no value for a part without a price. */
export interface Stock {
  readonly quantity: number
  readonly value: bigint | undefined
}

/** A share of a value in cents, rounded half up. */
const shareOf = (value: bigint, pieces: number, quantity: number): bigint =>
  (value * BigInt(pieces) * 2n + BigInt(quantity)) / (2n * BigInt(quantity))

/** The stock of a locked row of a part. */
export const stockOf = (part: Row): Stock => ({
  quantity: Number(part.quantity),
  value: part.stock_value === null || part.stock_value === undefined ? undefined : cents(part.stock_value),
})

/**
 * What pieces taken out of a stock cost at its moving average, in cents, rounded half up. The last piece takes the rest, so that the value of
 * a stock is always what came in less what was charged.
 */
export function chargeOf({ quantity, value }: Stock, pieces: number): bigint | undefined {
  if (value === undefined || pieces >= quantity) return value
  return shareOf(value, pieces, quantity)
}

/** The stock after pieces with a value came in; pieces without a price come in at the average. A stock without a value takes the new price. */
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
 * The stock after an entry took its pieces back, at the value that it brought. Where less is left than that, they go at the average; the last
 * piece takes the rest.
 */
export function stockWithout(stock: Stock, pieces: number, value: bigint | undefined): Stock {
  const quantity = stock.quantity - pieces
  if (stock.value === undefined || quantity === 0) return { quantity, value: stock.value === undefined ? undefined : 0n }
  const left = value === undefined ? -1n : stock.value - value
  return { quantity, value: left >= 0n ? left : stock.value - chargeOf(stock, pieces)! }
}

/** A value in cents as the column keeps it. */
export const valueText = (value: bigint | undefined): string | null => (value === undefined ? null : decimalText(value, 2))
