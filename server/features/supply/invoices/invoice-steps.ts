import { purchaseInvoice, purchaseInvoicing } from '#contract/entities/supply/invoices/purchase-invoice.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { purchasePercentKey, purchaseTolerance, purchaseToleranceKey } from '#contract/params.ts'
import type { Row } from '#server/db/query.ts'
import { paramOf } from '#server/features/settings/public.ts'
import { changeLines } from '#server/kit/lines/write-lines.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { rule } from '../orders/refusals.ts'
import { invoiceEffects, oneInvoiceAtATime } from './any-invoice.ts'
import { chargedOrder } from './invoice-hooks.ts'
import { matchFields, matchLine, orderedLines, type Totals, totalsOf } from './match-lines.ts'
import { besideInstalments, settledBy, sumOf } from './settlement.ts'

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
  const { free } = await besideInstalments(tx, order, row.id)
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
