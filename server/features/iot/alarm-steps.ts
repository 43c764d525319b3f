import { user } from '#contract/entities/identity/user.ts'
import { alarmFlow } from '#contract/entities/iot/sensor-alarm.ts'
import { alarmPosting } from '#contract/entities/iot/sensor-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import { alarmOnRepair, openRepair } from '#server/features/service/public.ts'
import { refuseCall } from '#server/kit/access/access.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { namesSql } from '#server/kit/table.ts'
import { faultOf, openRepairOf } from './alarm-repairs.ts'

const answered = async ({ context, input }: StepGiven) => ({
  response_state: 'given',
  acknowledged_at: context.occurredAt,
  acknowledged_by_id: context.actor.userId,
  reason: input.reason,
})

step(alarmFlow, 'acknowledge', answered)

step(alarmFlow, 'explain', async (given) => {
  const { tx, row } = given
  if (row.response_state === 'given') {
    const [person] = (await tx.run({ text: namesSql(user), values: [tx.tenantId, [row.acknowledged_by_id]] })).rows
    const [who, when] = [String(person?.name ?? '—'), homeTime(String(row.acknowledged_at))]
    throw new Refusal('conflict', {
      zh: `告警“${row.alarm_title}”已有说明：${who}在 ${when} 填写`,
      en: `The alarm “${row.alarm_title}” already has a reason, given by ${who} at ${when}`,
    })
  }
  return answered(given)
})

step(alarmFlow, 'openRepair', async ({ context, tx, row, input }) => {
  refuseCall(context.actor, 'repairOrder.submit', 'repairOrder.submit')
  if (row.repair_id)
    throw new Refusal('conflict', {
      zh: `告警“${row.alarm_title}”已转报修`,
      en: `A repair has already been reported for the alarm “${row.alarm_title}”`,
    })
  const [sensor] = (
    await tx.run({ text: 'select sensor_code from sensor_config where tenant_id = $1 and id = $2', values: [tx.tenantId, row.sensor_id] })
  ).rows
  const known = await openRepairOf(tx, row.device_id)
  const report = {
    deviceId: String(row.device_id),
    faultDescription: String(input.faultDescription ?? faultOf({ rule_name: row.alarm_title, sensor_code: sensor?.sensor_code })),
    isStopped: input.isStopped === 1,
    source: String(row.id),
  }
  if (known)
    await alarmOnRepair(asSystem(context, alarmPosting), tx, known, {
      said: report.faultDescription,
      isCritical: row.severity === 'critical',
    })
  return { repair_id: known ?? (await openRepair(context, tx, report)).id, wants_repair: false }
})
