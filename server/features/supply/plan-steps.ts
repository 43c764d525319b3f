import { warehouseEntering } from '#contract/entities/place/warehouse-entry.ts'
import { purchaseBudgeting } from '#contract/entities/supply/purchase-budget.ts'
import { purchasePlan, purchasePlanning } from '#contract/entities/supply/purchase-plan.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { book, spending } from './budget-book.ts'
import { type Delivered, deliveredOf, isComplete, refuseMore } from './delivered.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** What an approved plan still holds of its budget, in cents: what was planned and has not come in yet. */
const heldOf = (plan: Row, spent: bigint): bigint => {
  const open = cents(plan.planned_total) - spent
  return open > 0n ? open : 0n
}

/** Refuses a budget that is not open, or of another year. */
const refuseBudget =
  (plan: Row) =>
  (budget: Row): void => {
    if (budget.is_deleted === true || budget.budget_status !== 'approved') {
      const { zh, en } = purchaseBudgeting.states[String(budget.budget_status)]!
      throw rule(
        `预算“${budget.budget_title}”当前状态为“${zh}”，不能使用`,
        `The budget “${budget.budget_title}” is “${en}” and cannot be used`,
      )
    }
    if (budget.budget_year !== plan.plan_year)
      throw rule(
        `预算“${budget.budget_title}”是 ${budget.budget_year} 年度的，计划是 ${plan.plan_year} 年度的`,
        `The budget “${budget.budget_title}” is for ${budget.budget_year}, the plan for ${plan.plan_year}`,
      )
  }

const refuseEmpty = (row: Row): void => {
  if (Number(row.line_count ?? 0) === 0) throw rule('采购计划没有明细', 'The plan has no lines')
}

/** Says before an approval begins what would hinder it at its end. */
step(purchasePlanning, 'seekApproval', async ({ row }) => {
  refuseEmpty(row)
  return undefined
})

/** Reserves of the budget what an approved plan asks for. */
async function approved({ context, tx, row, changes }: StepGiven): Promise<Record<string, unknown>> {
  refuseEmpty(row)
  const held = heldOf(row, 0n)
  if (row.budget_id) {
    if (held === 0n) throw rule('明细没有预计单价，不能占用预算', 'The lines have no unit prices, so no budget can be reserved')
    await book(context, tx, row.budget_id, { reserved: held, spent: 0n }, refuseBudget(row))
    changes.reservedTotal = { from: null, to: decimalText(held, 2) }
  }
  return {
    approved_by_id: context.actor.userId,
    approved_at: context.occurredAt,
    reserved_total: row.budget_id ? decimalText(held, 2) : null,
    spent_total: '0.00',
  }
}

step(purchasePlanning, 'approve', approved)
step(purchasePlanning, 'agree', approved)

/** Gives back to its budget what a plan that ends still holds. */
async function release(context: Context, tx: Transaction, row: Row): Promise<Record<string, unknown> | undefined> {
  if (!row.budget_id) return undefined
  const held = cents(row.reserved_total)
  if (held > 0n) await book(context, tx, row.budget_id, { reserved: -held, spent: 0n })
  return { reserved_total: '0.00' }
}

step(purchasePlanning, 'finish', async ({ context, tx, row }) => release(context, tx, row))

/** Reserves again what has not come in. A plan with nothing left to come stays finished. */
step(purchasePlanning, 'reopen', async ({ context, tx, row, changes }) => {
  if (isComplete(await deliveredOf(tx, row.id), false))
    throw rule(`采购计划“${row.plan_title}”已全部入库，不能重新打开`, `All of the plan “${row.plan_title}” has been received`)
  if (!row.budget_id) return undefined
  const held = heldOf(row, cents(row.spent_total))
  if (held > 0n) await book(context, tx, row.budget_id, { reserved: held, spent: 0n }, refuseBudget(row))
  changes.reservedTotal = { from: row.reserved_total, to: decimalText(held, 2) }
  return { reserved_total: decimalText(held, 2) }
})

step(purchasePlanning, 'cancel', async ({ context, tx, row }) => {
  if (cents(row.spent_total) > 0n)
    throw rule('计划已有入库，不能取消，请完成采购', 'Part of the plan has been received. Finish it instead of cancelling it')
  return release(context, tx, row)
})

/** The plan of an entry, locked. Refuses one that is not open, and more pieces than it waits for. */
async function openPlan(context: Context, tx: Transaction, entry: Row): Promise<{ plan: Row; delivered: Delivered }> {
  const [plan] = await lockByRule(purchasePlan, spending(context), tx, [entry.plan_id])
  if (plan!.plan_status !== 'approved' || plan!.is_deleted === true) {
    const { zh, en } = purchasePlanning.states[String(plan!.plan_status)]!
    throw rule(
      `采购计划“${plan!.plan_title}”当前状态为“${zh}”，不能入库`,
      `The purchase plan “${plan!.plan_title}” is “${en}”, so it cannot be received`,
    )
  }
  const delivered = await deliveredOf(tx, plan!.id, entry.id)
  refuseMore(plan!, delivered)
  return { plan: plan!, delivered }
}

/** Writes what a plan has spent and still reserves, in cents. */
async function keepTotals(context: Context, tx: Transaction, plan: Row, to: { spent: bigint; held: bigint }): Promise<void> {
  const from = { spent: cents(plan.spent_total), held: cents(plan.reserved_total) }
  const [spent, reserved] = [decimalText(to.spent, 2), decimalText(to.held, 2)]
  const changes = {
    ...(to.spent === from.spent ? {} : { spentTotal: { from: decimalText(from.spent, 2), to: spent } }),
    ...(to.held === from.held ? {} : { reservedTotal: { from: decimalText(from.held, 2), to: reserved } }),
  }
  const set = { spent_total: spent, reserved_total: plan.budget_id ? reserved : null }
  await writeRows(purchasePlan, spending(context), tx, { verb: 'change' }, [{ row: plan, set, changes }])
}

/** Books what comes in by an entry on its plan and the budget of that. With the last piece the plan gives back what it still reserves. */
async function spend(context: Context, tx: Transaction, entry: Row): Promise<void> {
  const { plan, delivered } = await openPlan(context, tx, entry)
  const more = cents(entry.amount_total)
  const held = cents(plan.reserved_total)
  const left = isComplete(delivered, true) || held < more ? 0n : held - more
  if (plan.budget_id) await book(context, tx, plan.budget_id, { reserved: left - held, spent: more }, refuseBudget(plan))
  await keepTotals(context, tx, plan, { spent: cents(plan.spent_total) + more, held: left })
}

/** Takes back what an entry brought that is cancelled. An open plan reserves again what has not come in, as far as its budget has it. */
async function takeBack(context: Context, tx: Transaction, entry: Row): Promise<void> {
  const [plan] = await lockByRule(purchasePlan, spending(context), tx, [entry.plan_id])
  const less = cents(entry.amount_total)
  const [spent, held] = [cents(plan!.spent_total) - less, cents(plan!.reserved_total)]
  const isOpen = plan!.plan_status === 'approved' && plan!.is_deleted !== true && Boolean(plan!.budget_id)
  const waits = isOpen && !isComplete(await deliveredOf(tx, plan!.id, entry.id), false)
  const wanted = waits ? heldOf(plan!, spent) : 0n
  const more = plan!.budget_id ? await book(context, tx, plan!.budget_id, { reserved: wanted - held, spent: -less, asMuch: true }) : 0n
  await keepTotals(context, tx, plan!, { spent, held: held + more })
}

/** Says early that an entry brings more than its plan waits for. */
step(
  warehouseEntering,
  'handIn',
  async ({ context, tx, row }) => {
    if (!row.plan_id) return undefined
    const [plan] = await lockByRule(purchasePlan, spending(context), tx, [row.plan_id])
    refuseMore(plan!, await deliveredOf(tx, plan!.id, row.id))
    return undefined
  },
  10,
)

step(
  warehouseEntering,
  'approve',
  async ({ context, tx, row }) => {
    if (row.plan_id) await spend(context, tx, row)
    return undefined
  },
  10,
)

step(
  warehouseEntering,
  'cancel',
  async ({ context, tx, row }) => {
    if (row.plan_id && row.entry_status === 'done') await takeBack(context, tx, row)
    return undefined
  },
  10,
)
