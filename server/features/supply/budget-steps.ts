import { purchaseBudgeting } from '#contract/entities/supply/purchase-budget.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { step } from '#server/kit/steps/step.ts'
import { remainingOf } from './budget-book.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

step(purchaseBudgeting, 'approve', async ({ context, row, input }) => {
  if (cents(row.lines_total) > cents(row.amount))
    throw rule(
      `明细合计 ${row.lines_total} 元超过预算金额 ${row.amount} 元`,
      `The line total ${row.lines_total} exceeds the budget amount ${row.amount}`,
    )
  return {
    approved_by_id: context.actor.userId,
    approved_at: context.occurredAt,
    document_no: input.documentNo ?? null,
    document_date: input.documentDate ?? null,
    reserved_total: '0.00',
    spent_total: '0.00',
    remaining: row.amount,
  }
})

step(purchaseBudgeting, 'adjust', async ({ row, input, changes }) => {
  const [amount, used] = [cents(input.amount), cents(row.amount) - remainingOf(row)]
  if (amount < used)
    throw rule(
      `已占用和已支出共 ${decimalText(used, 2)} 元，预算金额不能低于此数`,
      `${decimalText(used, 2)} is reserved or spent, so the amount cannot be lower`,
    )
  changes.amount = { from: row.amount, to: input.amount }
  return { amount: input.amount, remaining: decimalText(amount - used, 2) }
})

step(purchaseBudgeting, 'close', async ({ row }) => {
  if (cents(row.reserved_total) > 0n)
    throw rule(
      `采购计划还占用 ${row.reserved_total} 元，请先完成或取消这些计划`,
      `Plans still reserve ${row.reserved_total}. Finish or cancel them first`,
    )
  return undefined
})
