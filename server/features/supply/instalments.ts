import type { Machine } from '#contract/kit/entity/machine.ts'
import { cents, decimalText, productOf } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'
import type { HookLines } from '#server/kit/hooks.ts'
import { step } from '#server/kit/steps/step.ts'
import { rule } from './orders/refusals.ts'

/** Shares have two decimals. */
const whole = 10_000n

/** Rounded half up: what a share in hundredths of a percent is of an amount in cents. */
const partOf = (amount: bigint, share: bigint): bigint => (amount * share * 2n + whole) / (whole * 2n)

/**
 * Works out the amounts of shares, so that shares of 100 % are the whole amount to the cent, and refuses instalments of more than the amount in cents, which is called
 * `what`.
 */
export function settleInstalments(instalments: HookLines[string], amount: bigint, supplierId: unknown, what: Words): void {
  let [shares, total] = [0n, 0n]
  for (const [at, one] of (instalments.after as unknown as Row[]).entries()) {
    one.supplierId = supplierId
    const share = productOf([one.share], 2)
    if (share !== undefined) {
      one.amount = decimalText(partOf(amount, shares + share) - partOf(amount, shares), 2)
      shares += share
    }
    const own = productOf([one.amount], 2)
    if (own === undefined || own <= 0n)
      throw rule(`第 ${at + 1} 期请填写应付金额或比例`, `Instalment ${at + 1} needs an amount or a share`, `instalments.${at}.amount`)
    total += own
  }
  if (shares > whole)
    throw rule(
      `各期比例合计 ${decimalText(shares, 2)}%，超过 100%`,
      `The shares add up to ${decimalText(shares, 2)} %, more than 100 %`,
      'instalments',
    )
  if (total > amount) throw beyond(decimalText(total, 2), decimalText(amount, 2), what, 'instalments')
}

/** The refusal of instalments that come to more than the amount of their document. */
const beyond = (total: string, amount: string, what: Words, field: string) =>
  rule(
    `各期付款合计 ${total} 元超过${what.zh} ${amount} 元`,
    `The instalments add up to ${total}, more than the ${what.en} ${amount}`,
    field,
  )

/**
 * What all instalments of a locked document come to: `total` of a query. Refuses more than `most`, the price of the document, which is called `what`. What is
 * cancelled is not counted. `before`: what they came to; a change that makes less of too much is no fault.
 */
export async function instalmentTotal(tx: Transaction, query: Query, most: unknown, what: Words, before: unknown = null): Promise<string> {
  const { rows } = await tx.run(query)
  const total = cents(rows[0]!.total)
  if (total > cents(most) && total > cents(before)) throw beyond(decimalText(total, 2), String(most), what, 'amount')
  return decimalText(total, 2)
}

/** What the steps of an instalment write, in any document. */
export function instalmentEffects(on: Machine): void {
  step(on, 'pay', async ({ context, input }) => {
    if (String(input.paidOn) > homeDay(context.occurredAt)) throw rule('付款日期不能晚于今天', 'The payment date cannot be in the future')
    return { paid_on: input.paidOn, invoice_no: input.invoiceNo ?? null, pay_note: input.payNote ?? null }
  })
  // The share is no longer true of an amount that was changed.
  step(on, 'change', async ({ input }) => ({ due_on: input.dueOn, amount: input.amount, share: null }))
  step(on, 'takeBack', async () => ({ paid_on: null, invoice_no: null, pay_note: null }))
}
