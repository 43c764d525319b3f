import { missedIntervals, usualRange, usualReportSeconds } from '#contract/entities/iot/sensor-kinds.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'

const within = (row: string, top: string): string => `${row}.path >= ${top}.path and ${row}.path < ${top}.path || chr(127)`

/** SQL: the bound sensors `s` that an active rule `r` is about, with their device `d`. */
export const coverage = `alarm_rule r join sensor_config s on s.tenant_id = r.tenant_id and s.bind_state = 'bound' and not s.is_deleted
      and (r.sensor_id is null or r.sensor_id = s.id) and (r.sensor_kind is null or r.sensor_kind = s.sensor_kind)
    join device d on d.tenant_id = s.tenant_id and d.id = s.device_id and not d.is_deleted and d.eam_status <> 'disposed'
      and (r.classify_id is null or exists (select 1 from device_class k join device_class top on top.tenant_id = k.tenant_id and top.id = r.classify_id
        where k.tenant_id = d.tenant_id and k.id = d.classify_id and ${within('k', 'top')}))
      and (r.dept_id is null or exists (select 1 from dept p join dept top on top.tenant_id = p.tenant_id and top.id = r.dept_id
        where p.tenant_id = d.tenant_id and p.id = d.use_dept_id and ${within('p', 'top')}))`
export const isActive = `r.rule_state = 'active' and not r.is_deleted`

/** What a rule and its sensor say to whom an alarm is told. */
export const told = `r.id as rule_id, r.rule_name, r.people, r.role_id, r.tells_keeper, r.escalate_people, r.escalate_role_id,
  d.id as device_id, d.device_name, d.device_code, d.keeper_id, d.use_dept_id, d.borrow_dept_id, s.sensor_code`

const covered = `select ${told}, r.comparison, r.quantity, r.lower_limit, r.upper_limit, r.hysteresis, r.hold_minutes, r.severity, r.opens_repair,
    s.id as sensor_id, greatest(r.judges_from, b.bound_at) as since, e.ts as newest_at,
    ${missedIntervals} * coalesce(s.report_seconds, m.report_seconds, ${usualReportSeconds}) as hold_seconds,
    coalesce(t.standby_from, ${usualRange.standbyFrom}) as standby_from, coalesce(t.running_from, ${usualRange.runningFrom}) as running_from,
    (select jsonb_agg(jsonb_build_object('lat', f.lat, 'lng', f.lng, 'radius', f.radius_meters)) from device_fence f
      where f.tenant_id = d.tenant_id and f.device_id = d.id and not f.is_deleted) as fences
  from ${coverage}
    join sensor_binding b on b.tenant_id = s.tenant_id and b.sensor_id = s.id and b.ended_at is null
    left join sensor_model m on m.tenant_id = s.tenant_id and m.id = s.model_id
    left join lateral (select o.standby_from, o.running_from from device_range o where o.tenant_id = d.tenant_id and o.device_id = d.id
      order by o.valid_from desc limit 1) t on true
    left join sensor_seen e on e.tenant_id = s.tenant_id and e.sensor_id = s.id
  where r.tenant_id = $1 and ${isActive} and ($2::uuid[] is null or s.id = any($2)) and r.comparison = any($3::text[])
  order by r.id, s.id`

/** Rules with the sensors that they are about: of these sensors, or of all; by these comparisons. */
export async function coveredSensors(tx: Transaction, sensorIds: readonly string[] | null, comparisons: readonly string[]): Promise<Row[]> {
  return (await tx.run({ text: covered, values: [tx.tenantId, sensorIds, comparisons] })).rows
}
