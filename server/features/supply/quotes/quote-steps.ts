import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import { quoting } from '#contract/entities/supply/quotes/purchase-quote.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import { step } from '#server/kit/steps/step.ts'
import { submit } from '#server/kit/write/save.ts'
import { spending } from '../budget-book.ts'
import { approvedPlan } from '../orders/order-steps.ts'
import { refuseSupplier } from '../orders/order-supplier.ts'
import { rule } from '../orders/refusals.ts'
import { draftsOf, waitingOf } from '../orders/waiting.ts'
import { refuseClosedPlan } from './quote-hooks.ts'
import { asQuoted, chosenQuote } from './quoted-order.ts'

/** Quotes of the same plan that share lines with a quote: the name of the first shared line, and what both ask for all of these. */
const rivals = `select q.quote_no, q.quote_state, s.supplier_name, min(o.item_name) as name, sum(o.quantity * o.unit_price) as own, sum(l.quantity * l.unit_price) as other
  from purchase_quote_line o join purchase_quote_line l on l.tenant_id = o.tenant_id and l.plan_line_id = o.plan_line_id and l.quote_id <> o.quote_id
    join purchase_quote q on q.tenant_id = l.tenant_id and q.id = l.quote_id and not q.is_deleted
    join supplier s on s.tenant_id = q.tenant_id and s.id = q.supplier_id
  where o.tenant_id = $1 and o.quote_id = $2
  group by q.id, q.quote_no, q.quote_state, s.supplier_name order by sum(l.quantity * l.unit_price) - sum(o.quantity * o.unit_price), q.quote_no`

/** Refuses a line that another chosen quote has, and a choice without a reason where another supplier asks less for the same lines. */
async function refuseWrongChoice(tx: Transaction, quoteId: unknown, reason: unknown): Promise<void> {
  const { rows } = await tx.run({ text: rivals, values: [tx.tenantId, quoteId] })
  const chosen = rows.find((row) => row.quote_state === 'chosen')
  if (chosen)
    throw rule(
      `“${chosen.name}”已选定“${chosen.supplier_name}”的报价“${chosen.quote_no}”，请先撤销`,
      `For “${chosen.name}” the quote “${chosen.quote_no}” of “${chosen.supplier_name}” is chosen. Withdraw that first`,
    )
  const less = rows.find((row: Row) => cents(row.other) < cents(row.own))
  if (less && !reason)
    throw rule(
      `“${less.supplier_name}”对相同明细报价 ${less.other} 元，低于本报价的 ${less.own} 元，请填写选定理由`,
      `“${less.supplier_name}” asks ${less.other} for the same lines, less than ${less.own}. Give the reason for the choice`,
      'chosenReason',
    )
}

step(quoting, 'choose', async ({ context, tx, row, input }) => {
  // Of two choices at once the second finds the first.
  const [plan] = await lockByRule(purchasePlan, spending(context), tx, [row.plan_id])
  refuseClosedPlan(plan!)
  await refuseSupplier(context, tx, row.supplier_id)
  if (row.valid_until && String(row.valid_until) < homeDay(context.occurredAt))
    throw rule(
      `报价已于 ${row.valid_until} 过期，请供应商更新报价`,
      `The quote expired on ${row.valid_until}. Ask the supplier for a new one`,
    )
  await refuseWrongChoice(tx, row.id, input.chosenReason)
  return { chosen_reason: input.chosenReason ?? null, chosen_by_id: context.actor.userId, chosen_at: context.occurredAt }
})

step(quoting, 'order', async ({ context, tx, row, input }) => {
  const waiting = await waitingOf(tx, await approvedPlan(context, tx, row.plan_id))
  if (asQuoted(draftsOf(waiting), await chosenQuote(tx, row.plan_id, row.supplier_id)).length === 0)
    throw rule(`报价“${row.quote_no}”没有可订购的明细`, `The quote “${row.quote_no}” has nothing left to order`)
  const draft = { planId: row.plan_id, supplierId: row.supplier_id, warehouseId: input.warehouseId }
  await submit(context.actor.settings.view(purchaseOrder), { ...context, input: draft }, tx)
  return undefined
})

step(quoting, 'release', async ({ context, tx, row }) => {
  await lockByRule(purchasePlan, spending(context), tx, [row.plan_id])
  const { rows } = await tx.run({
    text: `select order_no from purchase_order where tenant_id = $1 and quote_id = $2 and not is_deleted and order_status not in ('draft', 'cancelled')
      order by order_no limit 1`,
    values: [tx.tenantId, row.id],
  })
  if (rows[0])
    throw rule(
      `已按此报价下达采购订单“${rows[0].order_no}”，不能撤销选定`,
      `The order “${rows[0].order_no}” was placed by this quote, so the choice stays`,
    )
  return { chosen_reason: null, chosen_by_id: null, chosen_at: null }
})
