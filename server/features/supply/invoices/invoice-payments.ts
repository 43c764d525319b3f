import { purchaseInvoice, purchaseInvoicing } from '#contract/entities/supply/invoices/purchase-invoice.ts'
import { paying } from '#contract/entities/supply/purchase-instalment.ts'
import { purchaseOrdering } from '#contract/entities/supply/purchase-order.ts'
import { purchasePosting } from '#contract/entities/supply/purchase-rules.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import { afterStep, apply, step } from '#server/kit/steps/step.ts'
import { refuseBeyondRest } from '../orders/order-rest.ts'
import { rule } from '../orders/refusals.ts'
import { oneInvoiceAtATime, paidByInvoice, payInstalments, refuseFuturePayment, takeBackInstalments } from './any-invoice.ts'
import { matchLine, orderedLines } from './match-lines.ts'
import { besideInstalments, invoiceOf, settledBy, sumOf } from './settlement.ts'

/** Refuses to pay for pieces that went back since the matching. */
async function refuseReturned(tx: Transaction, row: Row): Promise<void> {
  const known = await orderedLines(tx, row.order_id, row.id)
  const { rows } = await tx.run({
    text: 'select order_line_id, quantity, unit_price, missing_quantity from purchase_invoice_line where tenant_id = $1 and invoice_id = $2 order by place',
    values: [tx.tenantId, row.id],
  })
  for (const line of rows) {
    const of = known.get(String(line.order_line_id))!
    // Another invoice that charged pieces before they came takes none of those that this one was matched with.
    const { missing } = matchLine({ ...of, claimed: of.covered }, Number(line.quantity), line.unit_price)
    if (missing > Number(line.missing_quantity ?? 0))
      throw rule(
        `“${of.name}”在核对后有退货，现有 ${missing} 件未到，请先退回发票`,
        `Pieces of “${of.name}” went back after the matching, and ${missing} are not received now. Return the invoice first`,
      )
  }
}

/** What an invoice pays beside its instalments at the prices of its order, in cents. */
function directOf({ direct_total: direct, price_difference: priced }: Row): bigint {
  const dearer = cents(priced) > 0n ? cents(priced) : 0n
  return cents(direct) > dearer ? cents(direct) - dearer : 0n
}

/** The refusal to withdraw an instalment that a person paid while its invoice counts as paid. */
const settledByHand = (invoiceNo: unknown) =>
  rule(
    `此款由发票“${invoiceNo}”结算，该发票已付清，请先在该发票中撤销付款`,
    `The invoice “${invoiceNo}” settles this instalment and counts as paid. Withdraw the payment there first`,
  )

const what = { zh: '分期付款', en: 'instalment' }

step(purchaseInvoicing, 'pay', async ({ context, tx, row, input }) => {
  refuseFuturePayment(context, input.paidOn)
  oneInvoiceAtATime(tx)
  await refuseReturned(tx, row)
  const rows = await settledBy(context, tx, row)
  if (sumOf(rows) !== cents(row.settled_total))
    throw rule('结算的分期付款在核对后有变更，请先退回发票', 'The instalments were changed after the matching. Return the invoice first')
  // What was paid before, by itself or in part, is not paid again.
  const open = rows.filter((one) => one.pay_state !== 'paid')
  const then = { zh: '请先退回发票', en: 'Return the invoice first' }
  await refuseBeyondRest(context, tx, row.order_id, sumOf(open) + directOf(row), then)
  const agreed = new Map(open.map((one) => [one.id, one.amount]))
  const by = asSystem(context, purchasePosting)
  await payInstalments(by, tx, paying, open, { agreed, what, paidOn: input.paidOn, invoiceNo: row.invoice_no })
  return { paid_on: input.paidOn, pay_note: input.payNote ?? null }
})

step(purchaseInvoicing, 'settle', async ({ input }) => ({ paid_on: input.paidOn }))

step(purchaseInvoicing, 'takeBack', async ({ context, tx, row, input }) => {
  const own = (await settledBy(context, tx, row)).filter((one) => one.paid_by_invoice_id === row.id)
  await takeBackInstalments(asSystem(context, purchasePosting), tx, paying, own, input.reason)
  return { paid_on: null, pay_note: null }
})

// An instalment that an invoice settles is paid with its number, once that is approved.
step(
  paying,
  'pay',
  async ({ context, tx, row }) => {
    const invoice = await invoiceOf(tx, row.id)
    if (context.rule === purchasePosting) return { paid_by_invoice_id: invoice!.id }
    if (!invoice) return undefined
    if (invoice.invoice_state !== 'approved')
      throw rule(
        `此款由发票“${invoice.invoice_no}”结算，该发票尚未审核`,
        `The invoice “${invoice.invoice_no}” settles this instalment and is not approved yet`,
      )
    await refuseReturned(tx, invoice)
    return { invoice_no: invoice.invoice_no }
  },
  10,
)

/** The last instalment of an invoice pays it. */
afterStep(paying, 'pay', async ({ context, tx, row, input }) => {
  if (context.rule === purchasePosting) return
  const invoice = await invoiceOf(tx, row.id)
  if (!invoice || cents(invoice.direct_total) !== 0n) return
  const by = asSystem(context, purchasePosting)
  const [locked] = await lockByRule(purchaseInvoice, by, tx, [invoice.id])
  const { rows } = await tx.run({
    text: `select 1 from purchase_instalment where tenant_id = $1 and id = any($2::uuid[]) and pay_state <> 'paid' limit 1`,
    values: [tx.tenantId, invoice.instalments],
  })
  if (rows.length === 0) await apply(purchaseInvoicing, 'settle', by, tx, locked!, { paidOn: input.paidOn })
})

// What an invoice has paid as a whole is withdrawn there, and so is the invoice that its last instalment paid.
step(
  paying,
  'takeBack',
  async ({ context, tx, row }) => {
    if (context.rule === purchasePosting) return { paid_by_invoice_id: null }
    const invoice = await invoiceOf(tx, row.id)
    if (invoice?.invoice_state === 'paid')
      throw row.paid_by_invoice_id ? paidByInvoice(invoice.invoice_no) : settledByHand(invoice.invoice_no)
    return undefined
  },
  10,
)

// What invoices pay beside instalments is not planned again in these.
step(
  paying,
  'change',
  async ({ tx, row, input }) => {
    const more = cents(input.amount) - cents(row.amount)
    if (more <= 0n) return undefined
    oneInvoiceAtATime(tx)
    const { rows } = await tx.run({
      text: 'select * from purchase_order where tenant_id = $1 and id = $2',
      values: [tx.tenantId, row.order_id],
    })
    const { free, direct } = await besideInstalments(tx, rows[0]!, null)
    // Instalments that alone come to more than the order are refused with the order's own sentence.
    if (free < more && direct > 0n)
      throw rule(
        `发票在分期以外已结算，各期付款合计超出 ${decimalText(more - free, 2)} 元`,
        `Invoices pay the rest of the order beside its instalments, so these come to ${decimalText(more - free, 2)} too much`,
        'amount',
      )
    return undefined
  },
  10,
)

/** What a matched invoice charges and has not arrived is not cancelled under it. */
async function refuseInvoiced(tx: Transaction, order: Row): Promise<undefined> {
  oneInvoiceAtATime(tx)
  const { rows } = await tx.run({
    text: `select min(i.invoice_no) as invoice_no, o.item_name from purchase_order_line o
        join purchase_invoice_line l on l.tenant_id = o.tenant_id and l.order_line_id = o.id
        join purchase_invoice i on i.tenant_id = l.tenant_id and i.id = l.invoice_id and not i.is_deleted and i.invoice_state <> 'draft'
      where o.tenant_id = $1 and o.order_id = $2 group by o.id, o.item_name, o.received_quantity having sum(l.quantity) > coalesce(o.received_quantity, 0) limit 1`,
    values: [tx.tenantId, order.id],
  })
  if (rows[0])
    throw rule(
      `发票“${rows[0].invoice_no}”包含未到货的“${rows[0].item_name}”，请先退回该发票`,
      `The invoice “${rows[0].invoice_no}” charges pieces of “${rows[0].item_name}” that have not arrived. Return it first`,
    )
  return undefined
}

step(purchaseOrdering, 'cancel', ({ tx, row }) => refuseInvoiced(tx, row), 10)
step(purchaseOrdering, 'cancelRest', ({ tx, row }) => refuseInvoiced(tx, row), 10)
