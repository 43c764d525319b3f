import { purchasePlanning } from '#contract/entities/supply/purchase-plan.ts'
import { purchaseQuote } from '#contract/entities/supply/quotes/purchase-quote.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { linkedRows } from '#server/kit/read/links.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { rule } from '../orders/refusals.ts'

/** Refuses a plan for which no quotes are taken. */
export function refuseClosedPlan(plan: Row): void {
  if (plan.plan_status === 'approved' && plan.is_deleted !== true) return
  const { zh, en } = purchasePlanning.states[String(plan.plan_status)]!
  throw rule(
    `采购计划“${plan.plan_title}”当前状态为“${zh}”，不能登记或选定报价`,
    `The purchase plan “${plan.plan_title}” is “${en}” and takes no quotes`,
    'planId',
  )
}

/** Refuses dates in the wrong order, and a second quote of a supplier for one plan. */
async function refuseWrong(tx: Transaction, id: unknown, today: string, { planId, supplierId, quotedOn, validUntil }: Row): Promise<void> {
  if (String(quotedOn) > today) throw rule('报价日期不能晚于今天', 'The day of the quote cannot be in the future', 'quotedOn')
  if (validUntil && String(validUntil) < String(quotedOn))
    throw rule('有效期不能早于报价日期', 'The last day of the quote cannot be before the day of the quote', 'validUntil')
  const { rows } = await tx.run({
    text: `select q.quote_no, s.supplier_name from purchase_quote q join supplier s on s.tenant_id = q.tenant_id and s.id = q.supplier_id
      where q.tenant_id = $1 and q.plan_id = $2 and q.supplier_id = $3 and q.id <> $4 and not q.is_deleted`,
    values: [tx.tenantId, planId, supplierId, id],
  })
  if (rows[0])
    throw rule(
      `供应商“${rows[0].supplier_name}”对该计划已有报价“${rows[0].quote_no}”，请修改该报价`,
      `“${rows[0].supplier_name}” has quoted for this plan in “${rows[0].quote_no}”. Change that quote`,
      'supplierId',
    )
}

/** Names the lines after those of the plan, with its quantities. Refuses lines of another plan. */
async function fillLines(tx: Transaction, planId: unknown, { lines }: HookLines): Promise<void> {
  const { rows } = await tx.run({
    text: `select l.*, p.plan_title, p.plan_status, p.is_deleted from purchase_plan p
      left join purchase_plan_line l on l.tenant_id = p.tenant_id and l.plan_id = p.id where p.tenant_id = $1 and p.id = $2`,
    values: [tx.tenantId, planId],
  })
  if (rows[0]) refuseClosedPlan(rows[0])
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const [at, line] of (lines!.after as unknown as Row[]).entries()) {
    const of = known.get(line.planLineId)
    if (!of)
      throw rule(`第 ${at + 1} 行不是该采购计划的明细`, `Line ${at + 1} is not a line of this purchase plan`, `lines.${at}.planLineId`)
    line.itemName = of.device_name
    line.quantity = of.quantity
    line.model ??= of.model ?? null
    line.manufacturer ??= of.maker ? String(of.maker).slice(0, 100) : null
  }
}

// Of two quotes of a supplier at once the second finds the first.
const oneAtATime = (tx: Transaction, planId: unknown): void => takeNamedLock(tx, `purchase quotes ${tx.tenantId} ${planId}`)

/** Whether the person sees a plan. No message tells of one that they do not see: it is refused as absent when the quote is written. */
async function seesPlan(context: Context, tx: Transaction, planId: unknown): Promise<boolean> {
  const [found] = await linkedRows(purchaseQuote.fields.plan, context, tx, [String(planId)])
  return found?.open === true
}

hook(purchaseQuote, {
  async beforeAdd(context, tx, { id, draft, lines }) {
    oneAtATime(tx, draft.planId)
    if (!(await seesPlan(context, tx, draft.planId))) return undefined
    await refuseWrong(tx, id, homeDay(context.occurredAt), draft as Row)
    await fillLines(tx, draft.planId, lines)
    return undefined
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    if (draft.planId && draft.planId !== row.plan_id && !(await seesPlan(context, tx, draft.planId))) return undefined
    const now = { planId: row.plan_id, supplierId: row.supplier_id, quotedOn: row.quoted_on, validUntil: row.valid_until, ...draft }
    oneAtATime(tx, now.planId)
    await refuseWrong(tx, row.id, homeDay(context.occurredAt), now)
    await fillLines(tx, now.planId, lines)
    return undefined
  },
})
