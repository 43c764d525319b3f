import { missedIntervals, usualReportSeconds } from '#contract/entities/iot/sensor-kinds.ts'
import { platformTenant } from '#contract/roles.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Job, JobTools } from '#server/kit/jobs/job.ts'
import { foldReadings, readingDaysOf } from './energy/fold-readings.ts'

/** Shows in the list of sensors which of them report. The time of the last reading follows within ten minutes, so that lists are not written with every reading. */
const watch = `update sensor_config s set live_state = n.state, last_seen = n.ts, battery = n.battery from (
    select e.sensor_id, e.ts, e.battery, case when e.ts >= $2::timestamptz
        - make_interval(secs => ${missedIntervals} * coalesce(c.report_seconds, m.report_seconds, ${usualReportSeconds})) then 'online' else 'offline' end as state
    from sensor_seen e join sensor_config c on c.tenant_id = e.tenant_id and c.id = e.sensor_id
      left join sensor_model m on m.tenant_id = c.tenant_id and m.id = c.model_id
    where e.tenant_id = $1 and e.ts is not null) n
  where s.tenant_id = $1 and s.id = n.sensor_id and not s.is_deleted
    and (s.live_state <> n.state or s.last_seen is null or s.last_seen < n.ts - interval '10 minutes')`

/** Meters between the newest position of a device and the centre of its fence, on a sphere. */
const away = `2 * 6371008.8 * asin(sqrt(least(1, power(sin(radians(e.lat - f.lat::float8) / 2), 2)
  + cos(radians(e.lat)) * cos(radians(f.lat::float8)) * power(sin(radians(e.lng - f.lng::float8) / 2), 2))))`

/** Shows which devices are outside their fence. */
const fences = `update device_fence o set fence_state = n.state from (
    select distinct on (f.id) f.id, case when ${away} <= f.radius_meters then 'inside' else 'outside' end as state
    from device_fence f join sensor_config c on c.tenant_id = f.tenant_id and c.device_id = f.device_id and not c.is_deleted
      join sensor_seen e on e.tenant_id = c.tenant_id and e.sensor_id = c.id and e.lat is not null and e.lng is not null
      join sensor_binding b on b.tenant_id = c.tenant_id and b.sensor_id = c.id and b.ended_at is null and b.bound_at <= e.ts
    where f.tenant_id = $1 and not f.is_deleted order by f.id, e.ts desc) n
  where o.tenant_id = $1 and o.id = n.id and o.fence_state is distinct from n.state`

/** Brings lists of sensors and fences up to the newest readings. */
export function watchSensors(tx: Transaction, now: Date): void {
  tx.later({ text: watch, values: [tx.tenantId, now] })
  tx.later({ text: fences, values: [tx.tenantId] })
}

async function foldAndWatch({ pool, now }: JobTools): Promise<void> {
  await foldReadings(pool, now)
  await eachTenant(pool, async (tx) => watchSensors(tx, now))
}

/** Rolls readings up to ten minutes, days and months, and tells which sensors are offline. */
export const foldJob: Job = {
  name: 'foldReadings',
  zh: '汇总传感器读数',
  en: 'Roll up sensor readings',
  cron: '* * * * *',
  run: foldAndWatch,
}

/** Days that ten-minute records and lists of rejected messages are kept. */
const keptTen = 731
const keptLetters = 90

/** Rows older than their hospital keeps them, and readings that lie in no day of their own. Readings that came lately may wait for their roll-up. */
const purge = [
  `delete from sensor_reading where tenant_id = $1 and ts < $2::timestamptz - make_interval(days => $3) and received_at < $2::timestamptz - interval '2 days'`,
  `delete from device_sec_ten where tenant_id = $1 and at < $2::timestamptz - make_interval(days => ${keptTen}) and $3::int > 0`,
  `delete from sensor_dead_letter where tenant_id = $1 and last_at < $2::timestamptz - make_interval(days => ${keptLetters}) and $3::int > 0`,
]

async function keep({ pool, now }: JobTools): Promise<void> {
  let most = 0
  await eachTenant(pool, async (tx) => {
    const days = await readingDaysOf(tx)
    most = Math.max(most, days)
    for (const text of purge) tx.later({ text, values: [tx.tenantId, now, days] })
  })
  await writeAs(pool, platformTenant, (tx) => tx.run({ text: 'select keep_reading_days($1)', values: [most] }))
}

/** Makes the tables of the coming days and drops readings that are older than hospitals keep them. */
export const keepJob: Job = { name: 'keepReadings', zh: '清理传感器读数', en: 'Clean up sensor readings', cron: '20 3 * * *', run: keep }
