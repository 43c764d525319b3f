import { planApproval } from '#contract/entities/service/plan-approval.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { sharing } from '#contract/entities/service/share-flow.ts'
import { isAboveLimit, planLimitKey } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import { endApproval } from '#server/features/flow/public.ts'
import { paramOf } from '#server/features/settings/public.ts'
import { idOf } from '#server/kit/refuse.ts'
import { approvalFacts } from '#server/kit/steps/approval-facts.ts'
import { overrideStepRoute, type StepGiven, takeStep } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'

/** Whether the hospital decides on a plan of this price by an approval. */
export const isAbovePlanLimit = async (tx: Transaction, price: unknown): Promise<boolean> =>
  isAboveLimit(price, await paramOf(tx, planLimitKey))

/** What was asked about a plan that is replaced, or no longer wanted, is over. */
export async function endPlanApproval({ context, tx, row }: Pick<StepGiven, 'context' | 'tx' | 'row'>): Promise<void> {
  if (row.share_state === 'approving') await endApproval(context, tx, planApproval, row.id)
}

const told = { zh: '理由会告知服务商', en: 'The reason is told to the provider' }

// The limit of today counts, also where the plan came under another one.
overrideStepRoute(sharing, 'confirmPlan', async (context, tx) => {
  const [row] = await lockRows(serviceOrder, context, tx, [idOf(context)])
  const isAbove = row!.share_state === 'planned' && (await isAbovePlanLimit(tx, row!.plan_price))
  return takeStep(sharing, isAbove ? 'seekApproval' : 'confirmPlan', context, tx)
})

approvalFacts(planApproval.kind, async ({ context, tx, row }) => {
  const { rows } = await tx.run({
    text: 'select supplier_name from supplier where tenant_id = $1 and id = $2',
    values: [tx.tenantId, row.provider_id],
  })
  const amount = (row.plan_price ?? null) as string | null
  const provider = rows[0]?.supplier_name ?? ''
  const said = { zh: `服务方案 ${amount} 元 ${provider}`, en: `Service plan ${amount} of ${provider}` }
  return {
    title: `${said[context.language]} ${row.order_no}`,
    facts: {
      amount,
      content: row.plan_content,
      serviceDate: row.plan_date,
      provider: row.provider_id,
      useDept: row.use_dept_id,
      onRejection: told[context.language],
    },
    depts: { managing: (row.use_dept_id ?? null) as string | null },
    categoryIds: [],
    amount,
  }
})
