import { reportDue } from '#contract/entities/quality/adverse-clock.ts'
import { adverseEvent } from '#contract/entities/quality/adverse-event.ts'
import type { HarmLevel } from '#contract/entities/quality/adverse-kinds.ts'
import { personalIn } from '#contract/entities/quality/adverse-privacy.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** Refuses texts that name a patient. `fields`: the declarations of the values. */
export function refusePersonal(fields: Readonly<Record<string, Field>>, values: Parsed): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    if (field.kind !== 'text' || typeof value !== 'string') continue
    const found = personalIn(value)
    if (found)
      throw rule(
        `“${field.zh}”中不能填写${found.zh}，请删除能识别患者身份的内容`,
        `“${field.en}” must not contain ${found.en}. Remove what identifies a patient`,
      )
  }
}

/** Refuses other people's events, except to who reviews them. */
export function refuseOthers({ actor }: Context, row: Row): void {
  if (row.reporter_id === actor.userId || actor.rights.has('adverseEvent.review')) return
  throw rule(
    `不良事件“${row.event_no}”由他人填报，只有填报人和审核人可以办理`,
    `“${row.event_no}” was entered by another person. Only they and reviewers may change it`,
  )
}

/** Refuses a day or time in the future, and an awareness before the event. */
function refuseTimes({ occurredAt }: Context, eventDay: string, awareAt: string): void {
  if (eventDay > homeDay(occurredAt)) throw rule('事件发生日期不能晚于今天', 'The event date cannot be in the future')
  if (Date.parse(awareAt) > occurredAt.getTime())
    throw rule('发现或获知时间不能晚于现在', 'The time when you learned of the event cannot be in the future')
  if (homeDay(new Date(awareAt)) < eventDay)
    throw rule('发现或获知时间不能早于事件发生日期', 'The time when you learned of the event cannot be before the event')
}

/** The department of a device. */
async function deptOf(tx: Transaction, deviceId: unknown): Promise<unknown> {
  const { rows } = await tx.run({
    text: 'select use_dept_id from device where tenant_id = $1 and id = $2',
    values: [tx.tenantId, deviceId],
  })
  return rows[0]?.use_dept_id ?? null
}

/** Refuses a repair of another device. */
async function refuseOtherRepair(tx: Transaction, repairId: unknown, deviceId: unknown): Promise<void> {
  if (!repairId) return
  const { rows } = await tx.run({
    text: 'select order_no, device_id from repair_order where tenant_id = $1 and id = $2',
    values: [tx.tenantId, repairId],
  })
  if (rows[0] && rows[0].device_id !== deviceId)
    throw rule(`维修工单“${rows[0].order_no}”不是这台设备的`, `The repair order “${rows[0].order_no}” is not about this device`)
}

/** Checks an event as it will be, and answers until when it has to be reported. */
async function checked(context: Context, tx: Transaction, draft: Parsed, whole: Readonly<Record<string, unknown>>): Promise<string | null> {
  refusePersonal(adverseEvent.fields, draft)
  const awareAt = new Date(String(whole.awareAt)).toISOString()
  refuseTimes(context, String(whole.eventDay), awareAt)
  await refuseOtherRepair(tx, whole.repairId, whole.deviceId)
  return reportDue({ harmLevel: whole.harmLevel as HarmLevel, isGroup: whole.isGroup === 1, awareAt })
}

const columns = {
  deviceId: 'device_id',
  repairId: 'repair_id',
  harmLevel: 'harm_level',
  isGroup: 'is_group',
  eventDay: 'event_day',
  awareAt: 'aware_at',
} as const

hook(adverseEvent, {
  async beforeAdd(context, tx, { draft }) {
    return {
      due_at: await checked(context, tx, draft, draft),
      use_dept_id: await deptOf(tx, draft.deviceId),
      reporter_id: context.actor.userId,
      reporter_dept_id: context.actor.deptId,
      follow_up_count: 0,
    }
  },
  async beforeChange(context, tx, { row, draft }) {
    refuseOthers(context, row)
    const whole = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, draft[name] === undefined ? row[column] : draft[name]]),
    )
    const due = await checked(context, tx, draft, whole)
    return { due_at: due, ...(whole.deviceId !== row.device_id && { use_dept_id: await deptOf(tx, whole.deviceId) }) }
  },
  async beforeRemove(context, _tx, { rows }) {
    for (const row of rows) refuseOthers(context, row)
  },
})
