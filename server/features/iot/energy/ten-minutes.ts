import { rollOver } from '#contract/entities/iot/meter-difference.ts'
import { missedIntervals, usualRange, usualReportSeconds } from '#contract/entities/iot/sensor-kinds.ts'
import { homeTimeSql } from '#server/db/home-time.ts'

/** A difference of the meter over at most so many seconds is spread evenly over them; over a longer gap it counts at its end. */
const spreadSeconds = 86_400

/** SQL of `meterDifference`: what a meter counted from `old` at `was` to `value` at `s`, with the maximum `most`. */
const counted = `case when value >= old then value - old
  when old <= most and old >= most * ${1 - rollOver.share} and value <= most * ${rollOver.share} and s - was <= ${rollOver.seconds} then most - old + value else value end`

const seconds = (moment: string): string => `floor(extract(epoch from ${moment}))::bigint`
const reading = (column: string, where: string): string => `select ${seconds('r.ts')} as s, r.ts, r.${column} as value from sensor_reading r
  where r.tenant_id = $1 and r.sensor_id = m.sensor_id and r.${column} is not null and ${where}`
const inDay = 'r.ts >= to_timestamp(m.a) and r.ts < to_timestamp(m.z)'

/** Cuts stretches [s0, s1) of seconds into pieces [x0, x1) of one device, by the bindings in `held`, and one ten-minute record `bucket`. */
const pieces = (
  from: string,
  held: string,
): string => `select q.*, b.device_id, t.bucket, greatest(b.c0, t.bucket) as x0, least(b.c1, t.bucket + 600) as x1 from ${from} q
  cross join lateral (select h.device_id, greatest(q.s0, q.a, h.since) as c0, least(q.s1, q.z, h.until) as c1 from ${held} h
    where h.sensor_id = q.sensor_id) b
  cross join lateral generate_series(b.c0 / 600 * 600, b.c1 - 1, 600) as t(bucket) where b.c1 > b.c0`

/**
 * The ten-minute records of sensors $2 on days $3, from the raw readings. A power holds until the next reading, at most for some intervals;
 * time without a reading is none of running, standby and off. Energy is the meter's difference, or the power over its time for sensors without
 * a meter. Of days whose readings are no longer all there ($4) a meter says nothing. Shares of a difference are rounded at the bounds of
 * records, so that they add up to it.
 */
export const tenMinutes = `with m as (select g.sensor_id, g.day, g.is_closed, ${seconds(homeTimeSql('g.day::timestamp'))} as a,
      ${seconds(homeTimeSql('(g.day + 1)::timestamp'))} as z, coalesce(s.report_seconds, k.report_seconds, ${usualReportSeconds}) * ${missedIntervals} as hold,
      coalesce(s.meter_maximum, k.meter_maximum) as most
    from unnest($2::uuid[], $3::date[], $4::boolean[]) as g(sensor_id, day, is_closed)
      join sensor_config s on s.tenant_id = $1 and s.id = g.sensor_id left join sensor_model k on k.tenant_id = $1 and k.id = s.model_id),
  held as (select h.sensor_id, h.device_id, ${seconds('h.bound_at')} as since, coalesce(${seconds('h.ended_at')}, 1e15::bigint) as until
    from sensor_binding h where h.tenant_id = $1 and h.sensor_id = any($2::uuid[])),
  p as (select m.*, r.s, r.value as watts, lead(r.s) over w as next, lag(r.value) over w as before from m cross join lateral (
      ${reading('watts', inDay)}
      union all (${reading('watts', `r.ts < to_timestamp(m.a) and r.ts >= to_timestamp(m.a - greatest(m.hold, ${spreadSeconds}))`)} order by r.ts desc limit 1)) r
    window w as (partition by m.sensor_id, m.day order by r.ts)),
  runs as (select p.*, p.s as s0, least(coalesce(p.next, 1e15::bigint), p.s + p.hold) as s1 from p),
  e as (select m.*, r.s, r.value, lag(r.s) over w as was, lag(r.value) over w as old from m cross join lateral (
      ${reading('kwh', inDay)}
      union all (${reading('kwh', 'r.ts < to_timestamp(m.a)')} order by r.ts desc limit 1)
      union all (${reading('kwh', 'r.ts >= to_timestamp(m.z)')} order by r.ts limit 1)) r
    window w as (partition by m.sensor_id, m.day order by r.ts)),
  used as (select e.*, ${counted} as delta, e.was as s0, e.s as s1,
      s - was between 1 and ${spreadSeconds} as is_spread from e where e.was is not null),
  metered as (select sensor_id, day from e where s >= a and s < z union select sensor_id, day from used where is_spread and s0 < z and s1 > a),
  power as (select q.*, coalesce(t.standby_from, ${usualRange.standbyFrom}) as standby_from, coalesce(t.running_from, ${usualRange.runningFrom}) as running_from
    from (${pieces('runs', 'held')}) q left join lateral (select o.standby_from, o.running_from from device_range o
      where o.tenant_id = $1 and o.device_id = q.device_id and o.valid_from <= q.day order by o.valid_from desc limit 1) t on true),
  parts as (
    select device_id, sensor_id, bucket, (x1 - x0) * (watts >= running_from)::int as running,
      (x1 - x0) * (watts >= standby_from and watts < running_from)::int as standby, (x1 - x0) * (watts < standby_from)::int as off,
      case when (sensor_id, day) in (select sensor_id, day from metered) then 0 
        else round(watts * (x1 - s) / 3600000, 6) - round(watts * (x0 - s) / 3600000, 6) end as kwh, watts as peak,
      coalesce((x0 = s and watts >= standby_from and before < standby_from)::int, 0) as starts,
      case when watts >= standby_from then x0 end as first_on, case when x0 = s and watts < standby_from and before >= standby_from then s end as last_off
    from power
    union all select device_id, sensor_id, bucket, 0, 0, 0,
      round(delta * (x1 - s0) / (s1 - s0), 6) - round(delta * (x0 - s0) / (s1 - s0), 6), null, 0, null, null
    from (${pieces('(select * from used where is_spread and not is_closed)', 'held')}) q
    union all select h.device_id, q.sensor_id, q.s / 600 * 600, 0, 0, 0, round(q.delta, 6), null, 0, null, null
    from used q join held h on h.sensor_id = q.sensor_id and q.s >= h.since and q.s < h.until and q.was >= h.since
    where not q.is_spread and not q.is_closed and q.s >= q.a and q.s < q.z)
  select device_id, to_timestamp(bucket) as at, sensor_id, sum(running)::int as running_seconds, sum(standby)::int as standby_seconds, sum(off)::int as off_seconds,
    sum(kwh) as kwh, max(peak) as peak_watts, sum(starts)::int as starts, to_timestamp(min(first_on)) as first_on, to_timestamp(max(last_off)) as last_off
  from parts group by 1, 2, 3`
