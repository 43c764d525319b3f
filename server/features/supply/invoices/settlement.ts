import { purchaseInstalment } from '#contract/entities/supply/purchase-instalment.ts'
import { purchasePosting } from '#contract/entities/supply/purchase-rules.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { restOf } from '../orders/order-rest.ts'

/** The instalments that an invoice settles, locked. */
export const settledBy = (context: Context, tx: Transaction, row: Row): Promise<Row[]> =>
  lockByRule(purchaseInstalment, asSystem(context, purchasePosting), tx, (row.instalments ?? []) as string[])

/** What instalments come to, in cents. */
export const sumOf = (rows: readonly Row[]): bigint => rows.reduce((all, one) => all + cents(one.amount), 0n)

/** What of an order is in no instalment, and what invoices pay of that at the prices of the order, but one. */
const beside = `select (select coalesce(sum(n.amount), 0) from purchase_instalment n where n.tenant_id = $1 and n.order_id = $2 and n.pay_state <> 'dropped') as planned,
  (select coalesce(sum(greatest(i.direct_total - greatest(i.price_difference, 0), 0)), 0) from purchase_invoice i where i.tenant_id = $1 and i.order_id = $2 and i.id is distinct from $3::uuid and not i.is_deleted and i.invoice_state <> 'draft') as direct`

/** What may still be paid of an order beside its instalments (`free`, negative where these come to too much), and what invoices pay of that, in cents. */
export async function besideInstalments(
  tx: Transaction,
  order: Row,
  invoiceId: unknown,
): Promise<{ readonly free: bigint; readonly direct: bigint }> {
  const { rows } = await tx.run({ text: beside, values: [tx.tenantId, order.id, invoiceId] })
  const direct = cents(rows[0]!.direct)
  return { free: restOf(order) - cents(rows[0]!.planned) - direct, direct }
}

/** The invoice that settles an instalment. */
export async function invoiceOf(tx: Transaction, instalmentId: unknown): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: 'select * from purchase_invoice where tenant_id = $1 and $2::uuid = any(instalments) and not is_deleted limit 1',
    values: [tx.tenantId, instalmentId],
  })
  return rows[0]
}
