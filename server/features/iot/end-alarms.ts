import type { Closing } from '#contract/entities/iot/alarm-kinds.ts'
import { alarmRule } from '#contract/entities/iot/alarm-rule.ts'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { sensorBinds } from '#contract/entities/iot/sensor-config.ts'
import { alarmPosting } from '#contract/entities/iot/sensor-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Acting, asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { afterStep } from '#server/kit/steps/step.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { coverage, isActive } from './covered-sensors.ts'

interface Ending {
  /** A locked alarm. */
  readonly row: Row
  readonly because: Closing
  readonly at: Date
}

/** Ends open alarms. */
export async function endAlarms(by: Acting, tx: Transaction, endings: readonly Ending[]): Promise<void> {
  const open = endings.filter(({ row }) => row.alarm_state !== 'closed')
  await writeRows(
    sensorAlarm,
    by,
    tx,
    { verb: 'close', field: 'alarmState' },
    open.map(({ row, because, at }) => {
      const ended = new Date(Math.max(at.getTime(), Date.parse(String(row.started_at)))).toISOString()
      return {
        row,
        set: {
          ...{ alarm_state: 'closed', ended_at: ended, closed_because: because, wants_repair: false },
          list_order: `0 ${new Date(String(row.opened_at)).toISOString()}`,
        },
        changes: {
          alarmState: { from: row.alarm_state, to: 'closed' },
          endedAt: { from: null, to: ended },
          closedBecause: { from: null, to: because },
        },
      }
    }),
  )
}

/** Open alarms whose rule no longer judges their sensor on their device, and why. */
const orphans = `select a.id, case when d.eam_status = 'disposed' then 'disposed' when k.device_id is distinct from a.device_id or k.is_deleted then 'unbound'
      when q.is_deleted or q.rule_state <> 'active' then 'ruleEnded' when q.judges_from > a.opened_at then 'ruleChanged' else 'ruleEnded' end as because
  from sensor_alarm a join device d on d.tenant_id = a.tenant_id and d.id = a.device_id
    join alarm_rule q on q.tenant_id = a.tenant_id and q.id = a.rule_id
    join sensor_config k on k.tenant_id = a.tenant_id and k.id = a.sensor_id
  where a.tenant_id = $1 and a.alarm_state <> 'closed' and ($2::uuid is null or a.rule_id = $2) and ($3::uuid is null or a.sensor_id = $3)
    and not exists (select 1 from ${coverage} where r.tenant_id = a.tenant_id and r.id = a.rule_id and s.id = a.sensor_id and d.id = a.device_id
      and ${isActive} and r.judges_from <= a.opened_at)
  order by a.id`

/** Ends the open alarms that no rule keeps any more: of a rule, of a sensor, or all. The alarms of the hospital are locked. */
export async function endOrphans(
  by: Acting,
  tx: Transaction,
  { ruleId, sensorId }: { ruleId?: string; sensorId?: string } = {},
): Promise<void> {
  const { rows } = await tx.run({ text: orphans, values: [tx.tenantId, ruleId ?? null, sensorId ?? null] })
  const because = new Map(rows.map((row) => [row.id, row.because as Closing]))
  const alarms = await lockByRule(sensorAlarm, by, tx, [...because.keys()])
  await endAlarms(
    by,
    tx,
    alarms.map((row) => ({ row, because: because.get(row.id)!, at: by.occurredAt })),
  )
}

/** One process judges a hospital at a time; the second one finds what the first has written. */
export const lockAlarms = (tx: Transaction): void => takeNamedLock(tx, `sensor alarms ${tx.tenantId}`)

const locked = (context: Context, tx: Transaction): Context => {
  lockAlarms(tx)
  return asSystem(context, alarmPosting)
}

hook(
  alarmRule,
  {
    async afterSave(context, tx, { id, isNew }) {
      if (!isNew) await endOrphans(locked(context, tx), tx, { ruleId: id })
    },
    async beforeRemove(context, tx, { rows }) {
      const by = locked(context, tx)
      const { rows: open } = await tx.run({
        text: `select id from sensor_alarm where tenant_id = $1 and rule_id = any($2::uuid[]) and alarm_state <> 'closed'`,
        values: [tx.tenantId, rows.map((row) => row.id)],
      })
      const alarms = await lockByRule(
        sensorAlarm,
        by,
        tx,
        open.map((row) => row.id),
      )
      await endAlarms(
        by,
        tx,
        alarms.map((row) => ({ row, because: 'ruleEnded' as const, at: context.occurredAt })),
      )
    },
  },
  1,
)

for (const name of ['unbinding', 'release'] as const)
  afterStep(sensorBinds, name, ({ context, tx, row }) => endOrphans(locked(context, tx), tx, { sensorId: String(row.id) }))
