import { flowLeave } from '#contract/entities/flow/flow-leave.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { approvalFacts } from '#server/kit/approval-facts.ts'
import { hook } from '#server/kit/hooks.ts'

hook(flowLeave, {
  async beforeAdd(context, _tx, { draft }) {
    const days = Math.round((Date.parse(String(draft.endDate)) - Date.parse(String(draft.startDate))) / 86_400_000) + 1
    if (days < 1) throw new Refusal('rule', { zh: '结束日期不能早于开始日期', en: 'The last day must not be before the first' })
    if (days > 366) throw new Refusal('rule', { zh: '请假不能超过 366 天', en: 'A leave must not be longer than 366 days' })
    return { leave_days: days, applicant_id: context.actor.userId }
  },
})

approvalFacts('leave', async ({ row, tx }) => {
  const { rows } = await tx.run({
    text: 'select real_name from app_user where tenant_id = $1 and id = $2',
    values: [tx.tenantId, row.applicant_id],
  })
  return { title: `${rows[0]?.real_name ?? ''} ${row.start_date} ${row.reason}`.trim(), facts: { days: row.leave_days } }
})
