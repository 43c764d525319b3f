import { contractInstalment, contractPaying } from '#contract/entities/service/contracts/contract-instalment.ts'
import { invoicePosting } from '#contract/entities/service/contracts/contract-rules.ts'
import { invoicing } from '#contract/entities/service/contracts/invoice-flow.ts'
import { serviceInvoice } from '#contract/entities/service/contracts/service-invoice.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { invoiceToleranceKey, toleranceOf } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { paramOf } from '#server/features/settings/public.ts'
import {
  invoiceEffects,
  oneInvoiceAtATime,
  paidByInvoice,
  payInstalments,
  refuseFuturePayment,
  refuseWrongInvoice,
  takeBackInstalments,
} from '#server/features/supply/public.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { changeLines } from '#server/kit/lines/write-lines.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { rule } from './contract-devices.ts'
import { chargedBy, documentsOf, fillLines, isRetired, refuseForeign } from './invoice-lines.ts'

hook(serviceInvoice, {
  async beforeAdd(context, tx, { id, draft, lines }) {
    oneInvoiceAtATime(tx)
    await refuseWrongInvoice(tx, id, draft as Row)
    await fillLines(context, tx, lines.lines!, { invoiceId: id, supplierId: draft.supplierId })
    return { dept_id: draft.deptId ?? context.actor.deptId }
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    oneInvoiceAtATime(tx)
    const now = { invoiceNo: row.invoice_no, supplierId: row.supplier_id, amount: row.amount, tax: row.tax, ...draft }
    await refuseWrongInvoice(tx, row.id, now)
    await fillLines(context, tx, lines.lines!, { invoiceId: row.id, supplierId: now.supplierId })
    return undefined
  },
})

/**
 * Holds the lines of an invoice against what is agreed now, and answers the totals. Refuses what is not done yet, a sum that is not the amount, and more than agreed
 * without a reason.
 */
async function matched({ context, tx, row, changes }: StepGiven): Promise<{ agreed: bigint; difference: bigint }> {
  oneInvoiceAtATime(tx)
  const { rows } = await tx.run({
    text: `select repair_order_id as "repairOrderId", maintain_order_id as "maintainOrderId", instalment_id as "instalmentId", amount, more_reason as "moreReason"
      from service_invoice_line where tenant_id = $1 and invoice_id = $2 order by place`,
    values: [tx.tenantId, row.id],
  })
  const documents = await documentsOf(tx, rows, row.id)
  const isOver = await isRetired(tx, row.supplier_id)
  let [sum, agreed] = [0n, 0n]
  for (const [at, line] of rows.entries()) {
    const { id, kind } = chargedBy(line, at)
    const of = documents.get(id)!
    if (!of.isDone)
      throw kind === 'instalmentId'
        ? rule(`“${of.name}”不是待付款的款项`, `“${of.name}” is not to be paid`)
        : rule(`“${of.name}”尚未完工`, `“${of.name}” is not finished yet`)
    // The order may have gone on to another provider since the invoice was entered.
    refuseForeign(of, row.supplier_id, isOver)
    sum += cents(line.amount)
    agreed += cents(of.agreed)
    if (cents(line.amount) > cents(of.agreed) && !line.moreReason)
      throw rule(
        `“${of.name}”开票 ${line.amount} 元，超过约定的 ${decimalText(cents(of.agreed), 2)} 元，请在该行说明原因`,
        `“${of.name}” is charged ${line.amount}, more than the agreed ${decimalText(cents(of.agreed), 2)}. Give the reason on its line`,
      )
  }
  if (sum !== cents(row.amount))
    throw rule(
      `明细合计 ${decimalText(sum, 2)} 元与价税合计 ${row.amount} 元不一致`,
      `The lines add up to ${decimalText(sum, 2)}, not to the amount ${row.amount}`,
    )
  const { told } = await changeLines(serviceInvoice, 'lines', context, tx, String(row.id), (line) => {
    const now = decimalText(cents(documents.get(chargedBy(line, 0).id)!.agreed), 2)
    return line.agreedAmount === now ? undefined : { agreedAmount: now }
  })
  Object.assign(changes, told)
  return { agreed, difference: sum - agreed }
}

const done = ({ context }: StepGiven, { agreed, difference }: { agreed: bigint; difference: bigint }, reason: unknown) => ({
  ...{ agreed_total: decimalText(agreed, 2), difference: decimalText(difference, 2), difference_reason: reason },
  ...{ matched_by_id: context.actor.userId, matched_at: context.occurredAt, sent_back_reason: null },
})

/** What a difference may be without a reason, in cents. */
const tolerance = async (tx: Transaction): Promise<bigint> => cents(toleranceOf(await paramOf(tx, invoiceToleranceKey)))

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

step(invoicing, 'match', async (given) => {
  const found = await matched(given)
  const allowed = await tolerance(given.tx)
  if (size(found.difference) > allowed)
    throw rule(
      `发票与约定相差 ${decimalText(found.difference, 2)} 元，超过允许的 ${decimalText(allowed, 2)} 元，请核实，或按差异提交并说明原因`,
      `The invoice differs by ${decimalText(found.difference, 2)} from what was agreed, more than the allowed ${decimalText(allowed, 2)}. Check it, or submit it with the difference and a reason`,
    )
  return done(given, found, null)
})

step(invoicing, 'matchDiffering', async (given) => {
  const found = await matched(given)
  if (size(found.difference) <= (await tolerance(given.tx)))
    throw rule('发票与约定没有超出允许的差异，请直接核对', 'The invoice does not differ from what was agreed. Match it')
  return done(given, found, given.input.differenceReason)
})

invoiceEffects(invoicing)

/** The instalments of an invoice, locked, and what was agreed for each when it was matched. */
async function instalmentsOf(context: Context, tx: Transaction, invoiceId: unknown) {
  const by = asSystem(context, invoicePosting)
  const { rows: lines } = await tx.run({
    text: 'select instalment_id, agreed_amount from service_invoice_line where tenant_id = $1 and invoice_id = $2 and instalment_id is not null',
    values: [tx.tenantId, invoiceId],
  })
  const agreed = new Map(lines.map((line) => [line.instalment_id, line.agreed_amount]))
  return { by, agreed, rows: await lockByRule(contractInstalment, by, tx, [...agreed.keys()]) }
}

step(invoicing, 'pay', async ({ context, tx, row, input }) => {
  refuseFuturePayment(context, input.paidOn)
  const { by, agreed, rows } = await instalmentsOf(context, tx, row.id)
  const what = { zh: '合同付款', en: 'contract instalment' }
  await payInstalments(by, tx, contractPaying, rows, { agreed, what, paidOn: input.paidOn, invoiceNo: row.invoice_no })
  return { paid_on: input.paidOn, pay_note: input.payNote ?? null }
})

step(invoicing, 'takeBack', async ({ context, tx, row, input }) => {
  const { by, rows } = await instalmentsOf(context, tx, row.id)
  await takeBackInstalments(by, tx, contractPaying, rows, input.reason)
  return { paid_on: null, pay_note: null }
})

// What an invoice has paid is withdrawn there: else the instalment is paid again beside it.
step(
  contractPaying,
  'takeBack',
  async ({ context, tx, row }) => {
    if (context.rule === invoicePosting) return undefined
    const { rows } = await tx.run({
      text: `select i.invoice_no from service_invoice_line l join service_invoice i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
        where l.tenant_id = $1 and l.instalment_id = $2 and i.invoice_state = 'paid' and not i.is_deleted limit 1`,
      values: [tx.tenantId, row.id],
    })
    if (rows[0]) throw paidByInvoice(rows[0].invoice_no)
    return undefined
  },
  10,
)
