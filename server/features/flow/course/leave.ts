import { flowLeave } from '#contract/entities/flow/flow-leave.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { hook } from '#server/kit/hooks.ts'
import { approvalFacts } from '#server/kit/steps/approval-facts.ts'

hook(flowLeave, {
  async beforeAdd(context, _tx, { draft }) {
    const days = Math.round((Date.parse(String(draft.endDate)) - Date.parse(String(draft.startDate))) / 86_400_000) + 1
    if (days < 1) throw new Refusal('rule', { zh: '结束日期不能早于开始日期', en: 'The last day must not be before the first' })
    if (days > 366) throw new Refusal('rule', { zh: '请假不能超过 366 天', en: 'A leave must not be longer than 366 days' })
    return { leave_days: days, applicant_id: context.actor.userId }
  },
})

approvalFacts('leave', async ({ context, row }) => {
  const [from, to] = [String(row.start_date), String(row.end_date)]
  const said = {
    zh: `请假 ${from === to ? from : `${from} 至 ${to}`}：${row.reason}`,
    en: `Leave ${from === to ? from : `${from} to ${to}`}: ${row.reason}`,
  }
  return { title: said[context.language], facts: { days: row.leave_days } }
})
