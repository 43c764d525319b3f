import { purchaseBudget } from '#contract/entities/supply/purchase-budget.ts'
import { purchaseSpending } from '#contract/entities/supply/purchase-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

// A plan is locked before its budget, and an entry before its plan, so that no two requests wait for each other.

/** The request acting by the rule of spending. */
export const spending = (context: Context): Context => asSystem(context, purchaseSpending)

const text = (units: bigint): string => decimalText(units, 2)

/** What is left of a budget, in cents. */
export const remainingOf = (budget: Row): bigint => cents(budget.amount) - cents(budget.reserved_total) - cents(budget.spent_total)

/**
 * Books what a plan reserves and spends more of a budget, less where negative, in cents. Refuses more than is left, and names what is.
 * `asMuch`: reserves no more than is left, and nothing of a budget that is closed. Answers what it reserved.
 */
export async function book(
  context: Context,
  tx: Transaction,
  budgetId: unknown,
  { asMuch, ...more }: { readonly reserved: bigint; readonly spent: bigint; readonly asMuch?: true },
  refuse?: (budget: Row) => void,
): Promise<bigint> {
  const [budget] = await lockByRule(purchaseBudget, spending(context), tx, [budgetId])
  refuse?.(budget!)
  const before = { reserved: cents(budget!.reserved_total), spent: cents(budget!.spent_total), remaining: remainingOf(budget!) }
  const left = budget!.budget_status === 'approved' ? before.remaining - more.spent : 0n
  const reserved = asMuch && more.reserved > left ? left : more.reserved
  const after = {
    reserved: before.reserved + reserved,
    spent: before.spent + more.spent,
    remaining: before.remaining - reserved - more.spent,
  }
  if (after.remaining < 0n) {
    const [has, needs] = [text(before.remaining), text(reserved + more.spent)]
    throw new Refusal('rule', {
      zh: `预算“${budget!.budget_title}”可用余额为 ${has} 元，还需 ${needs} 元`,
      en: `The budget “${budget!.budget_title}” has ${has} available, and ${needs} more is needed`,
    })
  }
  const changes: Record<string, { from: string; to: string }> = {}
  for (const [name, key] of [
    ['reservedTotal', 'reserved'],
    ['spentTotal', 'spent'],
    ['remaining', 'remaining'],
  ] as const)
    if (before[key] !== after[key]) changes[name] = { from: text(before[key]), to: text(after[key]) }
  const set = { reserved_total: text(after.reserved), spent_total: text(after.spent), remaining: text(after.remaining) }
  await writeRows(purchaseBudget, spending(context), tx, { verb: 'change' }, [{ row: budget!, set, changes }])
  return reserved
}
