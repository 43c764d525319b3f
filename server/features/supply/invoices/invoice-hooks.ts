import { v7 as uuid } from 'uuid'
import { purchaseInvoice } from '#contract/entities/supply/invoices/purchase-invoice.ts'
import { purchaseOrdering } from '#contract/entities/supply/purchase-order.ts'
import { cents, decimalText, productOf } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import type { Line } from '#server/kit/lines/lines.ts'
import { linkedRows } from '#server/kit/read/links.ts'
import { rule } from '../orders/refusals.ts'
import { oneInvoiceAtATime, refuseWrongInvoice } from './any-invoice.ts'
import { matchFields, matchLine, type OrderedLine, orderedLines, sharesOfTax } from './match-lines.ts'

/** The order of an invoice. Refuses one that was not placed. */
export async function chargedOrder(tx: Transaction, orderId: unknown): Promise<Row> {
  const { rows } = await tx.run({
    text: 'select * from purchase_order where tenant_id = $1 and id = $2',
    values: [tx.tenantId, orderId],
  })
  const order = rows[0]!
  if (order.is_deleted !== true && ['placed', 'partly', 'arrived', 'closed'].includes(String(order.order_status))) return order
  const { zh, en } = purchaseOrdering.states[String(order.order_status)]!
  throw rule(
    `采购订单“${order.order_no}”当前状态为“${zh}”，不能登记发票`,
    `The order “${order.order_no}” is “${en}” and cannot be invoiced`,
    'orderId',
  )
}

/** Lines for what arrived of an order and is on no invoice. */
const arrivedLines = (known: ReadonlyMap<string, OrderedLine>): Line[] =>
  [...known.values()].flatMap((of): Line[] => {
    const quantity = Math.min(of.received, of.ordered) - of.invoiced
    return quantity > 0 ? [{ ...blank, id: uuid(), orderLineId: of.id, quantity, unitPrice: of.price }] : []
  })
const blank = { lineName: null, amount: null, orderPrice: null, receivedRest: null, priceDifference: null, missingQuantity: null } as const

/** Fills in what lines say of the order and of the ledger. Refuses lines of another order, and more pieces than it has left to invoice. */
async function fillLines(tx: Transaction, lines: HookLines[string], invoice: Row, order: Row, isNew: boolean): Promise<void> {
  const known = await orderedLines(tx, order.id, invoice.id)
  const after = lines.after as Line[]
  if (isNew && after.length === 0) after.push(...arrivedLines(known))
  const amounts: bigint[] = []
  for (const [at, line] of (after as unknown as Row[]).entries()) {
    const of = known.get(String(line.orderLineId))
    if (!of)
      throw rule(`第 ${at + 1} 行不是该采购订单的明细`, `Line ${at + 1} is not a line of this purchase order`, `lines.${at}.orderLineId`)
    const quantity = Number(line.quantity)
    const rest = Math.max(0, of.ordered - of.invoiced)
    if (quantity > rest)
      throw rule(
        `采购订单“${order.order_no}”的“${of.name}”还可开票 ${rest} 件，本次为 ${quantity} 件`,
        `The order “${order.order_no}” has ${rest} of “${of.name}” left to invoice, not ${quantity}`,
        `lines.${at}.quantity`,
      )
    const amount = productOf([quantity, line.unitPrice], 2) ?? 0n
    amounts.push(amount)
    Object.assign(line, matchFields(of, matchLine(of, quantity, line.unitPrice)), {
      ...{ lineName: of.name, amount: decimalText(amount, 2), orderId: order.id, supplierId: order.supplier_id },
      ...{ deptId: order.dept_id, invoiceDate: invoice.invoiceDate, postedOn: null },
    })
  }
  const shares = sharesOfTax(cents(invoice.tax), amounts)
  for (const [at, line] of (after as unknown as Row[]).entries())
    Object.assign(line, { tax: decimalText(shares[at]!, 2), netAmount: decimalText(amounts[at]! - shares[at]!, 2) })
}

/** Refuses instalments of another order, and one that another invoice settles. */
async function refuseWrongInstalments(tx: Transaction, invoiceId: unknown, order: Row, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await tx.run({
    text: `select n.instalment_name, n.order_id, (select i.invoice_no from purchase_invoice i where i.tenant_id = n.tenant_id and n.id = any(i.instalments)
        and i.id is distinct from $3::uuid and not i.is_deleted limit 1) as invoice_no
      from purchase_instalment n where n.tenant_id = $1 and n.id = any($2::uuid[]) order by n.place`,
    values: [tx.tenantId, ids, invoiceId],
  })
  for (const one of rows) {
    if (one.order_id !== order.id)
      throw rule(
        `“${one.instalment_name}”不是采购订单“${order.order_no}”的分期付款`,
        `“${one.instalment_name}” is not an instalment of the order “${order.order_no}”`,
        'instalments',
      )
    if (one.invoice_no !== null)
      throw rule(
        `“${one.instalment_name}”已由发票“${one.invoice_no}”结算`,
        `“${one.instalment_name}” is settled by the invoice “${one.invoice_no}”`,
        'instalments',
      )
  }
}

/** Whether the person sees an order. No message tells of one that they do not see: it is refused as absent when the invoice is written. */
async function seesOrder(context: Context, tx: Transaction, orderId: unknown): Promise<boolean> {
  const [found] = await linkedRows(purchaseInvoice.fields.order, context, tx, [String(orderId)])
  return found?.open === true
}

hook(purchaseInvoice, {
  async beforeAdd(context, tx, { id, draft, lines }) {
    oneInvoiceAtATime(tx)
    if (!(await seesOrder(context, tx, draft.orderId))) return undefined
    const order = await chargedOrder(tx, draft.orderId)
    await refuseWrongInvoice(tx, id, { ...draft, supplierId: order.supplier_id })
    await refuseWrongInstalments(tx, id, order, (draft.instalments ?? []) as string[])
    await fillLines(tx, lines.lines!, { ...draft, id }, order, true)
    return { supplier_id: order.supplier_id, dept_id: order.dept_id }
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    oneInvoiceAtATime(tx)
    if (draft.orderId && draft.orderId !== row.order_id && !(await seesOrder(context, tx, draft.orderId))) return undefined
    const now = {
      ...{ id: row.id, invoiceNo: row.invoice_no, amount: row.amount, tax: row.tax, invoiceDate: row.invoice_date },
      ...{ orderId: row.order_id, instalments: row.instalments, ...draft },
    } as Row
    const order = await chargedOrder(tx, now.orderId)
    await refuseWrongInvoice(tx, row.id, { ...now, supplierId: order.supplier_id })
    await refuseWrongInstalments(tx, row.id, order, (now.instalments ?? []) as string[])
    await fillLines(tx, lines.lines!, now, order, false)
    return { supplier_id: order.supplier_id, dept_id: order.dept_id }
  },
})
