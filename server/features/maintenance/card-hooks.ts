import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { firstDays } from './align-plans.ts'
import { lockSchedules } from './lock-schedules.ts'
import { calendarOf, plansOf } from './maintain-terms.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** A device is in a plan once. */
async function refuseSecond(tx: Transaction, deviceId: unknown, planId: unknown): Promise<void> {
  const { rows } = await tx.run({
    text: 'select card_title from maintain_card where tenant_id = $1 and device_id = $2 and plan_id = $3 and not is_deleted',
    values: [tx.tenantId, deviceId, planId],
  })
  if (rows[0]) throw new Refusal('taken', { label: maintainCard, value: String(rows[0].card_title) })
}

/** Refuses what an open order of a schedule stands on. */
function refuseOpen(row: Row): void {
  if (row.open_order_id)
    throw rule(
      `“${row.card_title}”有未完成的保养工单，请先完成或取消工单`,
      `“${row.card_title}” has an open order. Finish or cancel it first`,
    )
}

/** A schedule by counter has no date that a person sets. */
const byCounter = (name: string) => rule(`“${name}”按计数到期，不能填写下次保养日期`, `“${name}” is due by its counter. It takes no date`)

hook(maintainCard, {
  async beforeAdd(context, tx, { draft }) {
    lockSchedules(tx)
    await refuseSecond(tx, draft.deviceId, draft.planId)
    const plan = (await plansOf(tx, [draft.planId])).get(draft.planId)!
    const [first] = firstDays(plan, await calendarOf(tx), homeDay(context.occurredAt), 1)
    if (plan.plan_basis === 'meter' && draft.nextDue) throw byCounter(String(plan.plan_name))
    const said = draft.nextDue as string | null | undefined
    return { is_manual: 1, missed_count: 0, next_due: said ?? first!.due, anchor_day: said ?? first!.anchor }
  },
  async beforeChange(_context, tx, { row, draft }) {
    const isOther = [
      [draft.deviceId, row.device_id],
      [draft.planId, row.plan_id],
    ].some(([to, from]) => to !== undefined && to !== from)
    if (isOther)
      throw rule(
        `“${row.card_title}”不能换设备或计划，请删除后重新加入`,
        `Device and plan of “${row.card_title}” cannot be changed. Delete it and add a new one`,
      )
    if (draft.nextDue === undefined || draft.nextDue === row.next_due) return undefined
    const plan = (await plansOf(tx, [row.plan_id])).get(row.plan_id)!
    if (plan.plan_basis === 'meter') throw byCounter(String(row.card_title))
    if (draft.nextDue === null) throw refusalOf([{ field: 'nextDue', label: maintainCard.fields.nextDue, rule: 'required' }])
    refuseOpen(row)
    return { anchor_day: draft.nextDue }
  },
  async beforeRemove(_context, _tx, { rows }) {
    for (const row of rows) refuseOpen(row)
  },
})
