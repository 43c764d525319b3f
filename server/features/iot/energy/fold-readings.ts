import type pg from 'pg'
import { readingDays } from '#contract/entities/iot/sensor-kinds.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { everyTenant } from '#server/db/each-tenant.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import { daysOf } from '#server/features/settings/public.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { costAgain, costByHand, costColumns, costedDays, costNames, dayStartSql as dayStart, sumOf } from './day-costs.ts'
import { tenMinutes } from './ten-minutes.ts'

/** Marks of one transaction: a roll-up of them is done in a second or two. */
const atOnce = 500

/** A sensor's day. */
export interface SensorDay {
  readonly sensorId: string
  readonly day: string
}

/** A device's day. */
export interface DeviceDay {
  readonly deviceId: string
  readonly day: string
}

/** The days that a hospital keeps raw readings. */
export const readingDaysOf = (tx: Transaction): Promise<number> => daysOf(tx, readingDays)

const figures = ['running_seconds', 'standby_seconds', 'off_seconds', 'kwh', 'peak_watts', 'starts', 'first_on', 'last_off'] as const
/** A column of days and months. */
const columns = [...figures, ...costColumns]
const names = figures.join(', ')
const taken = columns.map((name) => `${name} = excluded.${name}`).join(', ')
const differs = (table: string): string =>
  `(${columns.map((name) => `${table}.${name}`).join(', ')}) is distinct from (${columns.map((name) => `excluded.${name}`).join(', ')})`

/**
 * Writes days of devices as the sums of their ten-minute records; a day entered by hand stays. Department and class of a day are those of its
 * first writing.
 */
const writeDays = `insert into device_sec_day as o (tenant_id, id, device_id, day, day_title, use_dept_id, classify_id, is_manual, ${names}, ${costNames})
  select $1, gen_random_uuid(), c.device_id, c.day, to_char(c.day, 'YYYY-MM-DD'), d.use_dept_id, d.classify_id, 0, ${columns.map((name) => `c.${name}`).join(', ')}
  from (${costedDays(figures)}) c join device d on d.tenant_id = $1 and d.id = c.device_id order by c.device_id, c.day
  on conflict (tenant_id, device_id, day) do update set ${taken}, version = o.version + 1, updated_at = now()
    where o.is_manual is distinct from 1 and ${differs('o')}`

const dropDays = `delete from device_sec_day o using unnest($2::uuid[], $3::date[]) as g(device_id, day)
  where o.tenant_id = $1 and o.device_id = g.device_id and o.day = g.day and o.is_manual is distinct from 1
    and not exists (select 1 from device_sec_ten t where t.tenant_id = $1 and t.device_id = g.device_id
      and t.at >= ${dayStart('g.day')} and t.at < ${dayStart('g.day + 1')})`

const months = `(select distinct g.device_id, date_trunc('month', g.day::timestamp)::date as month from unnest($2::uuid[], $3::date[]) as g(device_id, day))`
const writeMonths = `insert into device_sec_month as o (tenant_id, id, device_id, month, month_title, day_count, ${names}, ${costNames})
  select $1, gen_random_uuid(), g.device_id, g.month, to_char(g.month, 'YYYY-MM'), count(*), ${columns.map(sumOf).join(', ')}
  from ${months} g join device_sec_day t on t.tenant_id = $1 and t.device_id = g.device_id and t.day >= g.month and t.day < g.month + interval '1 month'
  group by g.device_id, g.month order by g.device_id, g.month
  on conflict (tenant_id, device_id, month) do update set ${taken}, day_count = excluded.day_count, version = o.version + 1, updated_at = now()
    where o.day_count <> excluded.day_count or ${differs('o')}`
const dropMonths = `delete from device_sec_month o using ${months} g where o.tenant_id = $1 and o.device_id = g.device_id and o.month = g.month
  and not exists (select 1 from device_sec_day t where t.tenant_id = $1 and t.device_id = g.device_id and t.day >= g.month and t.day < g.month + interval '1 month')`

/** Sums ten-minute records up to days and days to months. Days that are not to be summed, such as those entered by hand, count for their month. */
export function sumDays(tx: Transaction, days: readonly DeviceDay[]): void {
  if (days.length === 0) return
  const values = [tx.tenantId, days.map(({ deviceId }) => deviceId), days.map(({ day }) => day)]
  for (const text of [dropDays, writeDays, costByHand, dropMonths, writeMonths]) tx.later({ text, values })
}

/** Rolls days of sensors up: ten-minute records again from the readings, then days and months. Days whose readings are gone only gain records. */
export async function foldDays(tx: Transaction, days: readonly SensorDay[], today: string): Promise<void> {
  if (days.length === 0) return
  // The day after the last complete one begins with a reading that may be gone.
  const closed = daysAfter(today, 1 - (await readingDaysOf(tx)))
  const isClosed = days.map(({ day }) => day <= closed)
  const values = [tx.tenantId, days.map(({ sensorId }) => sensorId), days.map(({ day }) => day), isClosed]
  const { rows: gone } = await tx.run({
    text: `delete from device_sec_ten t using unnest($2::uuid[], $3::date[], $4::boolean[]) as g(sensor_id, day, is_closed)
      where t.tenant_id = $1 and t.sensor_id = g.sensor_id and not g.is_closed and t.at >= ${dayStart('g.day')} and t.at < ${dayStart('g.day + 1')}
      returning t.device_id, g.day`,
    values,
  })
  const { rows: made } = await tx.run({
    text: `insert into device_sec_ten (tenant_id, device_id, at, sensor_id, ${names})
      select $1, n.device_id, n.at, n.sensor_id, ${names} from (${tenMinutes}) n on conflict do nothing returning device_id, ${homeDaySql('at')} as day`,
    values,
  })
  const touched = new Map(
    [...gone, ...made].map((row) => [`${row.device_id} ${row.day}`, { deviceId: String(row.device_id), day: String(row.day) }]),
  )
  sumDays(tx, [...touched.values()])
}

/** Takes marks and rolls their days up. Returns how many marks there were. */
export async function foldMarks(tx: Transaction, today: string): Promise<number> {
  // One process at a time for a hospital; the marks are taken before the readings are read, so that no later one is missed.
  takeNamedLock(tx, `sensor fold ${tx.tenantId}`)
  const { rows } = await tx.run({
    text: `with gone as (delete from sensor_mark where tenant_id = $1 and id in (select id from sensor_mark where tenant_id = $1 order by id limit ${atOnce}) returning sensor_id, day)
      select sensor_id, day, count(*)::int as n from gone group by 1, 2 order by 1, 2`,
    values: [tx.tenantId],
  })
  await foldDays(
    tx,
    rows.map((row) => ({ sensorId: String(row.sensor_id), day: String(row.day) })),
    today,
  )
  return rows.reduce((sum, row) => sum + Number(row.n), 0)
}

/** Days of devices that are worked out again in one transaction, and transactions of a run of the job for a hospital. */
const costedAtOnce = 500
const mostPortions = 20

/** Works the next days out again whose tariff has changed. Returns whether there are more. */
export async function costMarks(tx: Transaction): Promise<boolean> {
  takeNamedLock(tx, `sensor fold ${tx.tenantId}`)
  const { rows: marks } = await tx.run({
    text: 'select id, from_day::text as day, until_day::text as until, at_device as device from energy_mark where tenant_id = $1 order by id limit 1',
    values: [tx.tenantId],
  })
  const [mark] = marks
  if (!mark) return false
  const { rows } = await tx.run({
    // Ordered by the column, not by its text, so that the index gives the next days and the rest is neither read nor sorted.
    text: `select t.device_id, t.day::text as day from device_sec_day t where t.tenant_id = $1 and (t.day, t.device_id) > ($2::date, $3::uuid)
      and t.day <= coalesce($4::date, 'infinity') order by t.day, t.device_id limit ${costedAtOnce}`,
    values: [tx.tenantId, mark.day, mark.device, mark.until],
  })
  const values = [tx.tenantId, rows.map((row) => row.device_id), rows.map((row) => row.day)]
  for (const text of [costAgain, costByHand, writeMonths]) tx.later({ text, values })
  const last = rows.at(-1)
  if (last && rows.length === costedAtOnce)
    tx.later({
      text: 'update energy_mark set from_day = $3::date, at_device = $4::uuid where tenant_id = $1 and id = $2',
      values: [tx.tenantId, mark.id, last.day, last.device_id],
    })
  else tx.later({ text: 'delete from energy_mark where tenant_id = $1 and id = $2', values: [tx.tenantId, mark.id] })
  return true
}

/** Rolls up what is marked in every hospital, some days at a time. New readings of all hospitals come before the costs of any. */
export async function foldReadings(pool: pg.Pool, now: Date): Promise<void> {
  try {
    await everyTenant(pool, async (id) => {
      for (let taken = atOnce; taken >= atOnce; ) taken = await writeAs(pool, id, (tx) => foldMarks(tx, homeDay(now)))
    })
  } finally {
    await everyTenant(pool, async (id) => {
      for (let portion = 0, isMore = true; isMore && portion < mostPortions; portion++) isMore = await writeAs(pool, id, costMarks)
    })
  }
}
