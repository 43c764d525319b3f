import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { purchaseReceiving } from '#contract/entities/supply/purchase-rules.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import type { StepGiven } from '#server/kit/steps/step.ts'
import { orderAmount, orderRest, rule } from './refusals.ts'

/** What is to be paid of an order, in cents: its amount less what its cancelled pieces cost. */
export const restOf = (order: Row): bigint => cents(order.amount_total) - cents(order.cancelled_total)

/** What the instalments of an order are held against, in words. */
export const restWords = (order: Row): Words => (cents(order.cancelled_total) > 0n ? orderRest : orderAmount)

/** The columns of an order that say what was cancelled of it, and by how much its instalments come to more than the rest. Adds them to the event. */
export async function restColumns({ tx, row, changes }: Pick<StepGiven, 'tx' | 'row' | 'changes'>, planned: unknown): Promise<Row> {
  const { rows } = await tx.run({
    text: 'select coalesce(sum(cancelled_quantity * unit_price), 0) as total from purchase_order_line where tenant_id = $1 and order_id = $2',
    values: [tx.tenantId, row.id],
  })
  const cancelled = cents(rows[0]!.total)
  const excess = cents(planned) - (cents(row.amount_total) - cancelled)
  const shown = (amount: bigint): string | null => (amount > 0n ? decimalText(amount, 2) : null)
  const now = { cancelledTotal: shown(cancelled), instalmentExcess: shown(excess) }
  const was = { cancelledTotal: row.cancelled_total ?? null, instalmentExcess: row.instalment_excess ?? null }
  for (const name of ['cancelledTotal', 'instalmentExcess'] as const)
    if (was[name] !== now[name]) changes[name] = { from: was[name], to: now[name] }
  return { cancelled_total: now.cancelledTotal, instalment_excess: now.instalmentExcess }
}

/** What is paid of an order: by its instalments, and by invoices beside these at the prices of the order. */
const paid = `select (select coalesce(sum(n.amount), 0) from purchase_instalment n where n.tenant_id = $1 and n.order_id = $2 and n.pay_state = 'paid')
  + (select coalesce(sum(greatest(i.direct_total - greatest(i.price_difference, 0), 0)), 0) from purchase_invoice i
    where i.tenant_id = $1 and i.order_id = $2 and not i.is_deleted and i.invoice_state = 'paid') as total`

/**
 * Refuses to pay so many cents of an order of which pieces were cancelled, where that is more than what is left. The order is locked, so that of two payments at
 * once the second sees the first. `then`: what to do about it.
 */
export async function refuseBeyondRest(context: Context, tx: Transaction, orderId: unknown, more: bigint, then: Words): Promise<void> {
  const { rows } = await tx.run({
    text: 'select cancelled_total from purchase_order where tenant_id = $1 and id = $2',
    values: [tx.tenantId, orderId],
  })
  if (cents(rows[0]!.cancelled_total) === 0n) return
  const [order] = await lockByRule(purchaseOrder, asSystem(context, purchaseReceiving), tx, [orderId])
  const { rows: sums } = await tx.run({ text: paid, values: [tx.tenantId, orderId] })
  const [rest, before] = [restOf(order!), cents(sums[0]!.total)]
  if (before + more <= rest) return
  const [all, done, now] = [rest, before, more].map((one) => decimalText(one, 2))
  throw rule(
    `采购订单“${order!.order_no}”取消部分后应付 ${all} 元，已付 ${done} 元，不能再付 ${now} 元；${then.zh}`,
    `After its cancellation ${all} is to be paid for the order “${order!.order_no}”, of which ${done} is paid. ${now} more cannot be paid. ${then.en}`,
  )
}
