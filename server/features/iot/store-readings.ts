import type { Quantity, Rejection } from '#contract/entities/iot/sensor-kinds.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Values } from './read-message.ts'

/** A reading of a known sensor. */
export interface Reading {
  readonly sensorId: string
  readonly ts: string
  readonly values: Values
}

/** A message that is not stored. */
export interface Rejected {
  readonly sensorCode: string
  readonly rejection: Rejection
  /** The beginning of its content. */
  readonly sample: string
}

/** The columns of a reading, with their types, by quantity. */
const columns: Readonly<Record<Quantity, readonly [name: string, type: string]>> = {
  power: ['watts', 'numeric'],
  energy: ['kwh', 'numeric'],
  temperature: ['temperature', 'real'],
  humidity: ['humidity', 'real'],
  lat: ['lat', 'float8'],
  lng: ['lng', 'float8'],
  battery: ['battery', 'real'],
  contact: ['contact', 'int2'],
  pressure: ['pressure', 'real'],
  gas: ['gas', 'real'],
}
/** The column of a quantity in a reading. */
export const columnOf = (quantity: Quantity): string => columns[quantity][0]

const quantityNames = Object.keys(columns) as Quantity[]

/** SQL: the value of the quantity that `named` names, in the reading `r`. A real is written with its own digits, so that 8.1 is not above 8.1. */
export const readingValue = (named: string): string =>
  `case ${named} ${quantityNames.map((one) => `when '${one}' then r.${columns[one][0]}::numeric::float8`).join(' ')} end`

const names = quantityNames.map((one) => columns[one][0]).join(', ')

/** A reading within this long of the one before shares the meter's difference with it; see `fold-days.ts`. */
const shared = `interval '24 hours'`

/** Readings before and after those of one sensor and day, as far as there are any. */
const beside = (order: 'desc' | 'asc', than: string): string => `(select r.ts from sensor_reading r
  where r.tenant_id = $1 and r.sensor_id = d.sensor_id and r.ts ${than} order by r.ts ${order} limit 1)`

/**
 * Adds readings; those that are there already are not touched. A new reading changes its day, the day of the reading before it, if that is
 * near, and the day of the one after it, whose difference begins now with this one: these are marked for a roll-up.
 */
const storing = `with given as (select * from unnest($2::uuid[], $3::timestamptz[], ${quantityNames.map((one, at) => `$${at + 4}::${columns[one][1]}[]`).join(', ')})
    as g(sensor_id, ts, ${names})),
  before as (select s.sensor_id, s.ts from sensor_seen s where s.tenant_id = $1 and s.sensor_id = any($2::uuid[])),
  added as (insert into sensor_reading (tenant_id, sensor_id, ts, ${names})
    select $1, sensor_id, ts, ${names} from given order by sensor_id, ts on conflict do nothing returning sensor_id, ts, watts, battery, lat, lng),
  seen as (update sensor_seen s set ts = n.ts, watts = coalesce(n.watts, s.watts), battery = coalesce(n.battery, s.battery),
      lat = coalesce(n.lat, s.lat), lng = coalesce(n.lng, s.lng)
    from (select distinct on (sensor_id) sensor_id, ts, watts, battery, lat, lng from added order by sensor_id, ts desc) n
    where s.tenant_id = $1 and s.sensor_id = n.sensor_id and (s.ts is null or s.ts < n.ts)),
  days as (select a.sensor_id, ${homeDaySql('a.ts')} as day, min(a.ts) as first, max(a.ts) as last, b.ts as before
    from added a join before b on b.sensor_id = a.sensor_id group by 1, 2, 5),
  changed as (select sensor_id, day from days
    union select d.sensor_id, ${homeDaySql('p.ts')} from days d
      cross join lateral (select case when d.before < d.first then d.before else ${beside('desc', '< d.first')} end as ts) p
      where p.ts > d.first - ${shared}
    union select d.sensor_id, ${homeDaySql('n.ts')} from days d cross join lateral (select ${beside('asc', '> d.last')} as ts) n
      where d.before > d.last and n.ts is not null),
  marked as (insert into sensor_mark (tenant_id, sensor_id, day) select $1, sensor_id, day from changed),
  judged as (insert into alarm_mark (tenant_id, sensor_id, first_at, last_at) select $1, sensor_id, min(ts), max(ts) from added
    where exists (select 1 from alarm_rule r where r.tenant_id = $1 and r.rule_state = 'active' and not r.is_deleted) group by sensor_id returning 1)
  select count(*)::int as stored, exists (select 1 from judged) as is_judged from added`

/** Stores readings of known sensors and marks the days to roll up, and what rules judge (`isJudged`). `stored`: how many were new. */
export async function storeReadings(tx: Transaction, readings: readonly Reading[]): Promise<{ stored: number; isJudged: boolean }> {
  if (readings.length === 0) return { stored: 0, isJudged: false }
  const sensors = [...new Set(readings.map(({ sensorId }) => sensorId))].sort()
  // One after the other for a sensor, so that each finds the neighbours of its readings.
  tx.later({
    text: 'insert into sensor_seen (tenant_id, sensor_id) select $1, unnest($2::uuid[]) on conflict do nothing',
    values: [tx.tenantId, sensors],
  })
  tx.later({
    text: 'select 1 from sensor_seen where tenant_id = $1 and sensor_id = any($2::uuid[]) order by sensor_id for no key update',
    values: [tx.tenantId, sensors],
  })
  const { rows } = await tx.run({
    text: storing,
    values: [
      tx.tenantId,
      readings.map(({ sensorId }) => sensorId),
      readings.map(({ ts }) => ts),
      ...quantityNames.map((quantity) => readings.map(({ values }) => values[quantity] ?? null)),
    ],
  })
  return { stored: Number(rows[0]!.stored), isJudged: rows[0]!.is_judged === true }
}

/** Codes with rejected messages that one hospital lists in a day; those of further codes are counted together. */
const mostCodes = 1000

const rejecting = `insert into sensor_dead_letter as l (tenant_id, id, sensor_code, day, rejection, message_count, last_at, sample)
  select $1, gen_random_uuid(), g.code, $6::date, g.rejection, sum(g.n), $7, max(g.sample) from (
    select case when f.is_full and not exists (select 1 from sensor_dead_letter o where o.tenant_id = $1 and o.day = $6::date
        and o.rejection = u.rejection and o.sensor_code = u.code) then '*' else u.code end as code, u.rejection, u.n, u.sample
      from unnest($2::text[], $3::text[], $4::int[], $5::text[]) as u(code, rejection, n, sample),
        (select count(*) >= ${mostCodes} as is_full from sensor_dead_letter c where c.tenant_id = $1 and c.day = $6::date) f) g
  group by g.code, g.rejection order by g.rejection, g.code
  on conflict (tenant_id, day, rejection, sensor_code) do update set message_count = least(l.message_count::bigint + excluded.message_count, 2000000000),
    last_at = excluded.last_at, sample = excluded.sample, version = l.version + 1, updated_at = now()`

/** Lists rejected messages by code and reason. */
export function storeRejected(tx: Transaction, rejected: readonly Rejected[], now: Date): void {
  if (rejected.length === 0) return
  const groups = new Map<string, Rejected & { count: number }>()
  for (const one of rejected) {
    const key = `${one.rejection} ${one.sensorCode}`
    groups.set(key, { ...one, count: (groups.get(key)?.count ?? 0) + 1 })
  }
  const all = [...groups.values()]
  tx.later({
    text: rejecting,
    values: [
      tx.tenantId,
      all.map(({ sensorCode }) => sensorCode),
      all.map(({ rejection }) => rejection),
      all.map(({ count }) => count),
      all.map(({ sample }) => sample),
      homeDay(now),
      now,
    ],
  })
}
