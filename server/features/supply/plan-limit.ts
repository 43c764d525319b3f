import { purchasePlanApproval } from '#contract/entities/supply/purchase-approval.ts'
import { purchasePlan, purchasePlanning } from '#contract/entities/supply/purchase-plan.ts'
import { isAboveLimit, purchasePlanLimitKey } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { paramOf } from '#server/features/settings/public.ts'
import { idOf } from '#server/kit/refuse.ts'
import { approvalFacts } from '#server/kit/steps/approval-facts.ts'
import { overrideStepRoute, takeStep } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'

/** Whether a plan needs a further decision. One with a line without a price may cost anything. */
async function isAbovePlanLimit(tx: Transaction, plan: Row): Promise<boolean> {
  const limit = await paramOf(tx, purchasePlanLimitKey)
  if (!limit) return false
  const { rows } = await tx.run({
    text: 'select 1 from purchase_plan_line where tenant_id = $1 and plan_id = $2 and unit_price is null limit 1',
    values: [tx.tenantId, plan.id],
  })
  return rows.length > 0 || isAboveLimit(plan.planned_total, limit)
}

// The total on the server decides which way a plan goes, under its lock.
overrideStepRoute(purchasePlanning, 'approve', async (context, tx) => {
  const [row] = await lockRows(purchasePlan, context, tx, [idOf(context)])
  const isAbove = row!.plan_status === 'draft' && (await isAbovePlanLimit(tx, row!))
  return takeStep(purchasePlanning, isAbove ? 'seekApproval' : 'approve', context, tx)
})

approvalFacts(purchasePlanApproval.kind, async ({ context, row }) => {
  const amount = (row.planned_total ?? null) as string | null
  const said = { zh: `采购计划 ${amount ?? '—'} 元`, en: `Purchase plan ${amount ?? '—'}` }
  return {
    title: `${said[context.language]} ${row.plan_title}`,
    facts: {
      ...{ amount, lineCount: Number(row.line_count ?? 0), planYear: Number(row.plan_year) },
      ...{ dept: row.dept_id, budget: row.budget_id, reason: row.reason },
    },
    depts: { managing: (row.dept_id ?? null) as string | null },
    categoryIds: [],
    amount,
  }
})
