import { purchaseInvoice, purchaseInvoicing } from '#contract/entities/supply/invoices/purchase-invoice.ts'
import { paying, purchaseInstalment } from '#contract/entities/supply/purchase-instalment.ts'
import { purchaseOrdering } from '#contract/entities/supply/purchase-order.ts'
import { purchasePosting } from '#contract/entities/supply/purchase-rules.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { purchasePercentKey, purchaseTolerance, purchaseToleranceKey } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { paramOf } from '#server/features/settings/public.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { changeLines } from '#server/kit/lines/write-lines.ts'
import { afterStep, apply, type StepGiven, step } from '#server/kit/steps/step.ts'
import { rule } from '../orders/refusals.ts'
import {
  invoiceEffects,
  oneInvoiceAtATime,
  paidByInvoice,
  payInstalments,
  refuseFuturePayment,
  takeBackInstalments,
} from './any-invoice.ts'
import { chargedOrder } from './invoice-hooks.ts'
import { matchFields, matchLine, orderedLines, type Totals, totalsOf } from './match-lines.ts'

/** Holds the lines of an invoice against order and arrivals as they are now, and keeps what differs on each. */
async function matchedLines({ context, tx, row, changes }: StepGiven): Promise<Totals> {
  const known = await orderedLines(tx, row.order_id, row.id)
  const found: ReturnType<typeof matchLine>[] = []
  const { told } = await changeLines(purchaseInvoice, 'lines', context, tx, String(row.id), (line) => {
    const of = known.get(String(line.orderLineId))!
    const quantity = Number(line.quantity)
    if (quantity > of.ordered - of.invoiced)
      throw rule(
        `“${of.name}”还可开票 ${Math.max(0, of.ordered - of.invoiced)} 件，发票为 ${quantity} 件`,
        `“${of.name}” has ${Math.max(0, of.ordered - of.invoiced)} left to invoice, and the invoice has ${quantity}`,
      )
    const one = matchLine(of, quantity, line.unitPrice)
    found.push(one)
    const now = matchFields(of, one)
    return Object.entries(now).some(([name, value]) => String(line[name] ?? '') !== String(value)) ? now : undefined
  })
  Object.assign(changes, told)
  if (found.length === 0) throw rule('采购发票没有明细', 'The invoice has no lines')
  return totalsOf(found)
}

/** The instalments that an invoice settles, locked. */
const settledBy = (context: Context, tx: Transaction, row: Row): Promise<Row[]> =>
  lockByRule(purchaseInstalment, asSystem(context, purchasePosting), tx, (row.instalments ?? []) as string[])

const sumOf = (rows: readonly Row[]): bigint => rows.reduce((all, one) => all + cents(one.amount), 0n)

/** What of an order is in no instalment, and what invoices pay of that at the prices of the order, but one. */
const beside = `select (select coalesce(sum(n.amount), 0) from purchase_instalment n where n.tenant_id = $1 and n.order_id = $2 and n.pay_state <> 'dropped') as planned,
  (select coalesce(sum(greatest(i.direct_total - greatest(i.price_difference, 0), 0)), 0) from purchase_invoice i where i.tenant_id = $1 and i.order_id = $2 and i.id is distinct from $3::uuid and not i.is_deleted and i.invoice_state <> 'draft') as direct`

/** What may still be paid of an order beside its instalments, in cents; negative where these come to too much. */
async function freeOf(tx: Transaction, order: Row, invoiceId: unknown): Promise<bigint> {
  const { rows } = await tx.run({ text: beside, values: [tx.tenantId, order.id, invoiceId] })
  return cents(order.amount_total) - cents(rows[0]!.planned) - cents(rows[0]!.direct)
}

/** Refuses instalments that are not to be paid or come to more than the invoice, and a payment beside them of what other instalments pay. */
async function refuseWrongPayment(
  { context, tx, row }: StepGiven,
  order: Row,
  totals: Totals,
): Promise<{ settled: bigint; direct: bigint }> {
  const instalments = await settledBy(context, tx, row)
  for (const one of instalments)
    if (one.pay_state !== 'open' && one.pay_state !== 'paid')
      throw rule(`“${one.instalment_name}”不是待付款的款项`, `“${one.instalment_name}” is not to be paid`)
  const settled = sumOf(instalments)
  const direct = totals.amount - settled
  if (direct < 0n)
    throw rule(
      `结算的分期付款合计 ${decimalText(settled, 2)} 元，超过价税合计 ${row.amount} 元`,
      `The instalments come to ${decimalText(settled, 2)}, more than the amount ${row.amount}`,
    )
  const free = await freeOf(tx, order, row.id)
  const most = (free > 0n ? free : 0n) + (totals.priced > 0n ? totals.priced : 0n)
  if (direct > most)
    throw rule(
      `发票 ${row.amount} 元中有 ${decimalText(direct, 2)} 元不在所选分期付款内，订单分期以外只剩 ${decimalText(most, 2)} 元；请选择要结算的分期付款，或先变更、取消分期`,
      `${decimalText(direct, 2)} of ${row.amount} is in no chosen instalment, and only ${decimalText(most, 2)} of the order is in none. Choose the instalments that the invoice settles, or change or cancel some first`,
    )
  return { settled, direct }
}

/** Matches an invoice, and answers the columns to write with what differs and what may. */
async function matched(given: StepGiven): Promise<{ totals: Totals; allowed: bigint; columns: Row }> {
  const { context, tx, row } = given
  oneInvoiceAtATime(tx)
  const order = await chargedOrder(tx, row.order_id)
  const totals = await matchedLines(given)
  if (totals.amount !== cents(row.amount))
    throw rule(
      `明细合计 ${decimalText(totals.amount, 2)} 元与价税合计 ${row.amount} 元不一致`,
      `The lines add up to ${decimalText(totals.amount, 2)}, not to the amount ${row.amount}`,
    )
  const { settled, direct } = await refuseWrongPayment(given, order, totals)
  const allowed = purchaseTolerance(await paramOf(tx, purchaseToleranceKey), await paramOf(tx, purchasePercentKey), totals.agreed)
  const columns = {
    ...{ agreed_total: decimalText(totals.agreed, 2), difference: decimalText(totals.amount - totals.agreed, 2) },
    ...{ price_difference: decimalText(totals.priced, 2), missing_amount: decimalText(totals.missing, 2) },
    ...{ settled_total: decimalText(settled, 2), direct_total: decimalText(direct, 2), difference_reason: null },
    ...{ matched_by_id: context.actor.userId, matched_at: context.occurredAt, sent_back_reason: null },
  }
  return { totals, allowed, columns }
}

step(purchaseInvoicing, 'match', async (given) => {
  const { totals, allowed, columns } = await matched(given)
  if (totals.deviation > allowed) {
    const [priced, missing, most] = [totals.priced, totals.missing, allowed].map((one) => decimalText(one, 2))
    throw rule(
      `发票与订单、到货有差异：单价差异 ${priced} 元，未到货 ${missing} 元，超过允许的 ${most} 元；请核实，或由有权限的人员按差异提交并说明原因`,
      `The invoice differs from order and arrivals: ${priced} by price, ${missing} not received, more than the allowed ${most}. Check it, or have it submitted with the difference and a reason`,
    )
  }
  return columns
})

step(purchaseInvoicing, 'matchDiffering', async (given) => {
  const { totals, allowed, columns } = await matched(given)
  if (totals.deviation <= allowed)
    throw rule('发票与订单、到货没有超出允许的差异，请直接核对', 'The invoice differs by no more than is allowed. Match it')
  return { ...columns, difference_reason: given.input.differenceReason }
})

invoiceEffects(purchaseInvoicing)

/** Writes the day of posting on the rows for the ledger; none: they are not posted. */
async function post({ context, tx, row, changes }: StepGiven, postedOn: string | null): Promise<undefined> {
  const { told } = await changeLines(purchaseInvoice, 'lines', context, tx, String(row.id), () => ({ postedOn }))
  Object.assign(changes, told)
  return undefined
}

step(purchaseInvoicing, 'approve', (given) => post(given, homeDay(given.context.occurredAt)), 10)

step(
  purchaseInvoicing,
  'sendBack',
  async (given) => {
    const paid = (await settledBy(given.context, given.tx, given.row)).find(
      (one) => one.pay_state === 'paid' && one.invoice_no === given.row.invoice_no,
    )
    if (paid)
      throw rule(
        `分期付款“${paid.instalment_name}”已按此发票付款，请先撤销付款`,
        `The instalment “${paid.instalment_name}” is paid by this invoice. Withdraw the payment first`,
      )
    await post(given, null)
    return { price_difference: null, missing_amount: null, settled_total: null, direct_total: null }
  },
  10,
)

/** Refuses to pay for pieces that went back since the matching. */
async function refuseReturned(tx: Transaction, row: Row): Promise<void> {
  const known = await orderedLines(tx, row.order_id, row.id)
  const { rows } = await tx.run({
    text: 'select order_line_id, quantity, unit_price, missing_quantity from purchase_invoice_line where tenant_id = $1 and invoice_id = $2 order by place',
    values: [tx.tenantId, row.id],
  })
  for (const line of rows) {
    const of = known.get(String(line.order_line_id))!
    const { missing } = matchLine(of, Number(line.quantity), line.unit_price)
    if (missing > Number(line.missing_quantity ?? 0))
      throw rule(
        `“${of.name}”在核对后有退货，现有 ${missing} 件未到，请先退回发票`,
        `Pieces of “${of.name}” went back after the matching, and ${missing} are not received now. Return the invoice first`,
      )
  }
}

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
  const agreed = new Map(open.map((one) => [one.id, one.amount]))
  const by = asSystem(context, purchasePosting)
  await payInstalments(by, tx, paying, open, { agreed, what, paidOn: input.paidOn, invoiceNo: row.invoice_no })
  return { paid_on: input.paidOn, pay_note: input.payNote ?? null }
})

step(purchaseInvoicing, 'settle', async ({ input }) => ({ paid_on: input.paidOn }))

step(purchaseInvoicing, 'takeBack', async ({ context, tx, row, input }) => {
  const given = { invoiceNo: row.invoice_no, reason: input.reason }
  await takeBackInstalments(asSystem(context, purchasePosting), tx, paying, await settledBy(context, tx, row), given)
  return { paid_on: null, pay_note: null }
})

/** The invoice that settles an instalment. */
async function invoiceOf(tx: Transaction, instalmentId: unknown): Promise<Row | undefined> {
  const { rows } = await tx.run({
    text: 'select * from purchase_invoice where tenant_id = $1 and $2::uuid = any(instalments) and not is_deleted limit 1',
    values: [tx.tenantId, instalmentId],
  })
  return rows[0]
}

// An instalment that an invoice settles is paid with its number, once that is approved.
step(
  paying,
  'pay',
  async ({ context, tx, row }) => {
    if (context.rule === purchasePosting) return undefined
    const invoice = await invoiceOf(tx, row.id)
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

// What an invoice has paid as a whole is withdrawn there.
step(
  paying,
  'takeBack',
  async ({ context, tx, row }) => {
    if (context.rule === purchasePosting) return undefined
    const invoice = await invoiceOf(tx, row.id)
    if (invoice?.invoice_state === 'paid') throw paidByInvoice(invoice.invoice_no)
    return undefined
  },
  10,
)

/** What invoices pay beside instalments is not planned again in these. */
afterStep(paying, 'change', async ({ tx, row }) => {
  oneInvoiceAtATime(tx)
  const { rows } = await tx.run({
    text: 'select * from purchase_order where tenant_id = $1 and id = $2',
    values: [tx.tenantId, row.order_id],
  })
  const free = await freeOf(tx, rows[0]!, null)
  if (free < 0n)
    throw rule(
      `发票在分期以外已结算，各期付款合计超出 ${decimalText(-free, 2)} 元`,
      `Invoices pay the rest of the order beside its instalments, so these come to ${decimalText(-free, 2)} too much`,
      'amount',
    )
})

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
