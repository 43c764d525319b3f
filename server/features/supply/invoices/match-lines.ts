import { cents, decimalText, productOf } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'

/** What an order says of one of its lines, with what other invoices charge of it. */
export interface OrderedLine {
  readonly id: string
  readonly name: string
  readonly price: string
  /** Ordered and not cancelled. */
  readonly ordered: number
  readonly received: number
  /** On other invoices that are not removed. */
  readonly invoiced: number
  /** On other invoices that are matched, also before it was received: drafts take no piece from them. */
  readonly claimed: number
  /** Of these, what had been received when they were matched. */
  readonly covered: number
}

/** The lines of an order by id, in their order. `invoiceId`: the invoice that does not count as another one. */
export async function orderedLines(tx: Transaction, orderId: unknown, invoiceId: unknown): Promise<ReadonlyMap<string, OrderedLine>> {
  const { rows } = await tx.run({
    text: `select o.id, o.item_name as name, o.unit_price::text as price, o.quantity - coalesce(o.cancelled_quantity, 0) as ordered,
        coalesce(o.received_quantity, 0) as received,
        x.invoiced, x.claimed, x.covered
      from purchase_order_line o cross join lateral (
        select coalesce(sum(l.quantity), 0)::int as invoiced,
          coalesce(sum(l.quantity) filter (where i.invoice_state <> 'draft'), 0)::int as claimed,
          coalesce(sum(l.quantity - coalesce(l.missing_quantity, 0)) filter (where i.invoice_state <> 'draft'), 0)::int as covered
        from purchase_invoice_line l join purchase_invoice i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
        where l.tenant_id = o.tenant_id and l.order_line_id = o.id and i.id is distinct from $3::uuid and not i.is_deleted) x
      where o.tenant_id = $1 and o.order_id = $2 order by o.place`,
    values: [tx.tenantId, orderId, invoiceId],
  })
  return new Map(rows.map((row) => [String(row.id), row as unknown as OrderedLine]))
}

/** How a line of an invoice differs from what was ordered and received, in cents; what of it was agreed. */
export interface LineMatch {
  readonly receivedRest: number
  readonly missing: number
  readonly amount: bigint
  readonly priced: bigint
  readonly missingAmount: bigint
  readonly agreed: bigint
}

/** Holds one line against its order: the price of all its pieces, and the pieces that have not been received for it. */
export function matchLine(of: OrderedLine, quantity: number, unitPrice: unknown): LineMatch {
  const receivedRest = Math.max(0, of.received - of.claimed)
  const missing = Math.max(0, quantity - receivedRest)
  const [price, pieces] = [cents(of.price), BigInt(quantity)]
  return {
    ...{ receivedRest, missing },
    amount: productOf([quantity, unitPrice], 2) ?? 0n,
    priced: (cents(unitPrice) - price) * pieces,
    missingAmount: price * BigInt(missing),
    agreed: price * (pieces - BigInt(missing)),
  }
}

/** The matching as a line keeps it, by wire name. */
export const matchFields = (of: OrderedLine, found: LineMatch): Row => ({
  ...{ orderPrice: of.price, receivedRest: found.receivedRest, missingQuantity: found.missing },
  ...{ priceDifference: decimalText(found.priced, 2), missingAmount: decimalText(found.missingAmount, 2) },
})

/** What the matching of all lines comes to, in cents. */
export interface Totals {
  readonly amount: bigint
  readonly agreed: bigint
  readonly priced: bigint
  readonly missing: bigint
  /** All differences by their size: one price above does not make up for another below. */
  readonly deviation: bigint
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** Adds up the lines of an invoice. */
export function totalsOf(found: readonly LineMatch[]): Totals {
  const sum = (of: (one: LineMatch) => bigint): bigint => found.reduce((all, one) => all + of(one), 0n)
  return {
    amount: sum((one) => one.amount),
    agreed: sum((one) => one.agreed),
    priced: sum((one) => one.priced),
    missing: sum((one) => one.missingAmount),
    deviation: sum((one) => size(one.priced) + one.missingAmount),
  }
}

/** The tax of an invoice shared among amounts by their running sum, so that the shares add up to it. */
export function sharesOfTax(tax: bigint, amounts: readonly bigint[]): bigint[] {
  const whole = amounts.reduce((all, one) => all + one, 0n)
  let before = 0n
  return amounts.map((one) => {
    const upTo = (sum: bigint): bigint => (whole === 0n ? 0n : (tax * sum * 2n + whole) / (whole * 2n))
    const share = upTo(before + one) - upTo(before)
    before += one
    return share
  })
}
