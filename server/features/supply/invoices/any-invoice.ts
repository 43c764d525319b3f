import type { Machine } from '#contract/kit/entity/machine.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { apply, step } from '#server/kit/steps/step.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { rule } from '../orders/refusals.ts'

/** Of two invoices of a hospital at once the second sees what the first charges. */
export const oneInvoiceAtATime = (tx: Transaction): void => takeNamedLock(tx, `invoices ${tx.tenantId}`)

/** Refuses a number that the supplier has used, for services or purchases, and a tax that is more than the amount. */
export async function refuseWrongInvoice(tx: Transaction, id: unknown, { invoiceNo, supplierId, amount, tax }: Row): Promise<void> {
  if (cents(tax) > cents(amount)) throw rule('税额不能大于价税合计', 'The tax cannot be more than the amount with tax', 'tax')
  const { rows } = await tx.run({
    text: `select i.invoice_no, s.supplier_name from supplier s cross join lateral (
        select v.id, v.invoice_no from service_invoice v where v.tenant_id = s.tenant_id and v.supplier_id = s.id and not v.is_deleted
        union all
        select p.id, p.invoice_no from purchase_invoice p where p.tenant_id = s.tenant_id and p.supplier_id = s.id and not p.is_deleted) i
      where s.tenant_id = $1 and s.id = $2 and upper(i.invoice_no) = upper($3) and i.id <> $4 limit 1`,
    values: [tx.tenantId, supplierId, invoiceNo, id],
  })
  const [same] = rows
  if (same)
    throw rule(
      `供应商“${same.supplier_name}”的发票“${same.invoice_no}”已登记`,
      `The invoice “${same.invoice_no}” of “${same.supplier_name}” has been entered`,
      'invoiceNo',
    )
}

/** What the approval and the return of any invoice write. */
export function invoiceEffects(on: Machine): void {
  step(on, 'approve', async ({ context, row }) => {
    if ([row.created_by, row.matched_by_id].includes(context.actor.userId))
      throw rule('登记或核对发票的人不能审核，请由其他人审核', 'Another person than who entered or matched the invoice approves it')
    return { approved_by_id: context.actor.userId, approved_at: context.occurredAt }
  })
  step(on, 'sendBack', async ({ input }) => ({
    ...{ sent_back_reason: input.sentBackReason, approved_by_id: null, approved_at: null, matched_by_id: null, matched_at: null },
    ...{ agreed_total: null, difference: null, difference_reason: null },
  }))
}

/** Refuses a payment on a day to come. */
export function refuseFuturePayment({ occurredAt }: Context, paidOn: unknown): void {
  if (String(paidOn) > homeDay(occurredAt)) throw rule('付款日期不能晚于今天', 'The payment date cannot be in the future', 'paidOn')
}

/** Pays locked instalments with an invoice. Refuses one that is not to be paid, or whose amount was changed since the matching. `agreed`: the amounts by id. */
export async function payInstalments(
  by: Context,
  tx: Transaction,
  on: Machine,
  rows: readonly Row[],
  given: { readonly agreed: ReadonlyMap<unknown, unknown>; readonly what: Words; readonly paidOn: unknown; readonly invoiceNo: unknown },
): Promise<void> {
  const { agreed, what, paidOn, invoiceNo } = given
  for (const one of rows) {
    if (one.pay_state !== 'open')
      throw rule(
        `${what.zh}“${one.instalment_name}”不是待付款状态，请先退回发票`,
        `The ${what.en} “${one.instalment_name}” is not to be paid. Return the invoice first`,
      )
    if (cents(one.amount) !== cents(agreed.get(one.id)))
      throw rule(
        `${what.zh}“${one.instalment_name}”在核对后改为 ${one.amount} 元，请先退回发票`,
        `The ${what.en} “${one.instalment_name}” was changed to ${one.amount} after the matching. Return the invoice first`,
      )
    await apply(on, 'pay', by, tx, one, { paidOn, invoiceNo })
  }
}

/** Opens again locked instalments that an invoice has paid. */
export async function takeBackInstalments(by: Context, tx: Transaction, on: Machine, rows: readonly Row[], reason: unknown): Promise<void> {
  for (const one of rows) if (one.pay_state === 'paid') await apply(on, 'takeBack', by, tx, one, { reason })
}

/** Refuses to withdraw on an instalment what an invoice has paid: else it would be paid again beside it. */
export const paidByInvoice = (invoiceNo: unknown) =>
  rule(
    `此款已由发票“${invoiceNo}”付款，请在该发票中撤销付款`,
    `The invoice “${invoiceNo}” has paid this instalment. Withdraw the payment there`,
  )
