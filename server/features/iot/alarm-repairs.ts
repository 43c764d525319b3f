import type pg from 'pg'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { alarmPosting } from '#contract/entities/iot/sensor-rules.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { unfinishedRepairStates } from '#contract/entities/service/repair-states.ts'
import { Refusal, sentence } from '#contract/kit/errors.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { alarmOnRepair, openRepair } from '#server/features/service/public.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { type Acting, actingAlone, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context, Tools } from '#server/kit/context.ts'
import { actorIn } from '#server/kit/jobs/job-actor.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { told } from './covered-sensors.ts'
import { tellAlarm } from './tell-alarm.ts'

/** Open alarms whose rule asks for a repair, with the person who answers for the rule. */
const wanting = `select a.id, a.severity, coalesce(r.updated_by, r.created_by) as person_id, ${told}
  from sensor_alarm a join alarm_rule r on r.tenant_id = a.tenant_id and r.id = a.rule_id
    join sensor_config s on s.tenant_id = a.tenant_id and s.id = a.sensor_id join device d on d.tenant_id = a.tenant_id and d.id = a.device_id
  where a.tenant_id = $1 and a.wants_repair and ($2::uuid is null or a.id = $2) order by a.id`

/** What is wrong, in the words of the rule. */
export const faultOf = (of: Row): string => `${of.rule_name}（${of.sensor_code}）`.slice(0, repairOrder.fields.faultDescription.max)

/** The repair that an earlier alarm of the device has reported and that has not ended; one that waits for its sign-off has, so that the alarm is a new fault. */
export async function openRepairOf(tx: Transaction, deviceId: unknown): Promise<string | undefined> {
  const { rows } = await tx.run({
    text: `select o.id from repair_order o join sensor_alarm a on a.tenant_id = o.tenant_id and a.id::text = o.source
      where o.tenant_id = $1 and o.device_id = $2 and o.repair_status = any($3::text[]) and not o.is_deleted order by o.id desc limit 1`,
    values: [tx.tenantId, deviceId, [...unfinishedRepairStates]],
  })
  return rows[0] && String(rows[0].id)
}

// Reporting a repair needs only the transaction.
const noTools = {} as Tools

async function report(tx: Transaction, of: Row, now: Date): Promise<string> {
  const actor = await actorIn(tx, String(of.person_id))
  if (!mayCall(actor, 'repairOrder.submit', 'repairOrder.submit')) throw new Refusal('forbidden', { right: repairOrder })
  const context: Context = { tools: noTools, actor, language: 'zh', input: {}, requestId: `alarm ${of.id}`, occurredAt: now }
  // Outside working hours an urgent report calls who is on call.
  const urgency = of.severity === 'critical' ? 'urgent' : undefined
  const given = { deviceId: String(of.device_id), faultDescription: faultOf(of), isStopped: false, source: String(of.id), urgency }
  return (await openRepair(context, tx, given)).id
}

async function link(by: Acting, tx: Transaction, alarmId: unknown, repairId: string | null): Promise<void> {
  const alarms = await lockByRule(sensorAlarm, by, tx, [alarmId])
  await writeRows(
    sensorAlarm,
    by,
    tx,
    { verb: 'change' },
    alarms.map((row) => ({
      row,
      set: { repair_id: repairId, wants_repair: false },
      changes: { repairId: { from: row.repair_id, to: repairId } },
    })),
  )
}

/**
 * Reports the repairs that rules ask for, as the person who saved the rule last, each in a transaction of its own: a refused one does not
 * keep alarms from being raised. A device whose alarm has an open repair already gets no second one.
 */
export async function openAlarmRepairs(pool: pg.Pool, tenantId: string, now: Date): Promise<void> {
  const by = actingAlone(alarmPosting, now)
  const [found] = await readAs(pool, tenantId, [{ text: wanting, values: [tenantId, null] }])
  for (const { id } of found!.rows)
    try {
      await writeAs(pool, tenantId, async (tx) => {
        await lockByRule(sensorAlarm, by, tx, [id])
        const [of] = (await tx.run({ text: wanting, values: [tx.tenantId, id] })).rows
        if (!of) return
        const known = await openRepairOf(tx, of.device_id)
        await link(by, tx, id, known ?? (await report(tx, of, now)))
        if (known) await alarmOnRepair(by, tx, known, { said: faultOf(of), isCritical: of.severity === 'critical' })
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await writeAs(pool, tenantId, async (tx) => {
        const [of] = (await tx.run({ text: wanting, values: [tx.tenantId, id] })).rows
        if (!of) return
        tx.later({ text: 'update sensor_alarm set wants_repair = false where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
        tellAlarm(by, tx, 'alarm_no_repair', of, String(id), sentence(error.code, error.parameters, 'zh'))
      })
    }
}
