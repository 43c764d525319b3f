import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { alarmPosting } from '#contract/entities/iot/sensor-rules.ts'
import { everyTenant } from '#server/db/each-tenant.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import { type Acting, actingAlone, lockByRule } from '#server/kit/access/as-system.ts'
import type { Job, JobTools } from '#server/kit/jobs/job.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { coveredSensors, told } from './covered-sensors.ts'
import { endAlarms, endOrphans, lockAlarms } from './end-alarms.ts'
import { addAlarms, judgeDoors, judgeReadings } from './raise-alarms.ts'
import { tellAlarm } from './tell-alarm.ts'

/** Raises and ends the alarms of sensors that are silent for too long. */
async function judgeSilence(by: Acting, tx: Transaction): Promise<void> {
  const now = by.occurredAt.getTime()
  const covered = await coveredSensors(tx, null, ['offline'])
  if (covered.length === 0) return
  const { rows } = await tx.run({
    text: `select a.id, a.rule_id, a.sensor_id from sensor_alarm a where a.tenant_id = $1 and a.comparison = 'offline' and a.alarm_state <> 'closed'`,
    values: [tx.tenantId],
  })
  const open = new Map(rows.map((row) => [`${row.rule_id} ${row.sensor_id}`, row.id]))
  const [silent, heard] = [[], []] as { of: (typeof covered)[number]; since: number }[][]
  for (const of of covered) {
    const since = Math.max(Date.parse(String(of.since)), of.newest_at ? Date.parse(String(of.newest_at)) : 0)
    const isSilent = now - since >= Number(of.hold_minutes) * 60_000
    const isOpen = open.has(`${of.rule_id} ${of.sensor_id}`)
    if (isSilent && !isOpen) silent!.push({ of, since })
    if (!isSilent && isOpen) heard!.push({ of, since })
  }
  await addAlarms(
    by,
    tx,
    silent!.map(({ of, since }) => {
      const openedAt = since + Number(of.hold_minutes) * 60_000
      return { of, span: { from: since, openedAt, lastAt: openedAt, to: null, peak: 0 } }
    }),
  )
  const byAlarm = new Map(heard!.map((one) => [open.get(`${one.of.rule_id} ${one.of.sensor_id}`), one]))
  const alarms = await lockByRule(sensorAlarm, by, tx, [...byAlarm.keys()])
  await endAlarms(
    by,
    tx,
    alarms.map((row) => ({ row, because: 'recovered' as const, at: new Date(byAlarm.get(row.id)!.since) })),
  )
  for (const row of alarms) tellAlarm(by, tx, 'alarm_recovered', byAlarm.get(row.id)!.of, String(row.id), '')
}

/** Tells others of alarms that no one has acknowledged in time, once. */
async function escalate(by: Acting, tx: Transaction): Promise<void> {
  const { rows } = await tx.run({
    text: `select a.id, ${told} from sensor_alarm a join alarm_rule r on r.tenant_id = a.tenant_id and r.id = a.rule_id
        join sensor_config s on s.tenant_id = a.tenant_id and s.id = a.sensor_id join device d on d.tenant_id = a.tenant_id and d.id = a.device_id
      where a.tenant_id = $1 and a.alarm_state = 'open' and a.escalated_at is null and r.escalate_minutes is not null
        and greatest(a.opened_at, a.created_at) <= $2::timestamptz - make_interval(mins => r.escalate_minutes) order by a.id`,
    values: [tx.tenantId, by.occurredAt],
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const alarms = (await lockByRule(sensorAlarm, by, tx, [...byId.keys()])).filter((row) => row.alarm_state === 'open')
  const at = by.occurredAt.toISOString()
  await writeRows(
    sensorAlarm,
    by,
    tx,
    { verb: 'change' },
    alarms.map((row) => ({ row, set: { escalated_at: at }, changes: { escalatedAt: { from: null, to: at } } })),
  )
  for (const row of alarms) tellAlarm(by, tx, 'alarm_escalated', byId.get(row.id)!, String(row.id), '')
}

async function watch({ pool, now }: JobTools): Promise<void> {
  await everyTenant(pool, async (id) => {
    await writeAs(pool, id, async (tx) => {
      const by = actingAlone(alarmPosting, now)
      lockAlarms(tx)
      await endOrphans(by, tx)
      await judgeDoors(by, tx)
      await judgeSilence(by, tx)
      await escalate(by, tx)
    })
    await judgeReadings(pool, id, now)
  })
}

/** Judges what time decides, and readings whose judgement failed before. */
export const alarmJob: Job = { name: 'sensorAlarms', zh: '传感器告警检查', en: 'Check sensor alarms', cron: '* * * * *', run: watch }
