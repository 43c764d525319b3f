import {
  deptMonths,
  deviceNow,
  hospitalMonths,
  neverOn,
  sensorBuildings,
  tenRecords,
  transferred,
  useGrades,
  weekHours,
} from '#contract/calls/iot/energy.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceSecDay } from '#contract/entities/iot/device-sec-day.ts'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { usualRange } from '#contract/entities/iot/sensor-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { homeTimeSql } from '#server/db/home-time.ts'
import { Parameters } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { listed, pages, seen } from '../read-plans.ts'

const summed = `count(distinct t.device_id)::int as "deviceCount", sum(t.running_seconds)::float8 as "runningSeconds", sum(t.standby_seconds)::float8 as "standbySeconds",
  sum(t.off_seconds)::float8 as "offSeconds", sum(t.starts)::float8 as starts, sum(t.kwh)::float8 as kwh, sum(t.energy_cost)::float8 as "energyCost", sum(t.valley_kwh)::float8 as "valleyKwh", sum(t.co2_kg)::float8 as "co2Kg"`
const monthSql = `to_char(t.day, 'YYYY-MM')`

const monthIn = (month: unknown, into: Parameters): string => (month ? ` and ${monthSql} = ${into.add(String(month).slice(0, 7))}` : '')

function ofDepts(context: Context) {
  const { month, useDeptId } = read(deptMonths.input, context.input)
  const into = new Parameters()
  const { where } = seen(deviceSecDay, context, into)
  const dept = useDeptId ? ` and t.use_dept_id = ${into.add(useDeptId)}` : ''
  return pages(
    context,
    into,
    `select t.use_dept_id as "useDeptId", p.dept_name as "useDeptName", ${monthSql} as month, ${summed} from device_sec_day t
      left join dept p on p.tenant_id = t.tenant_id and p.id = t.use_dept_id where ${where}${monthIn(month, into)}${dept} group by 1, 2, 3`,
    'month desc, kwh desc, "useDeptId"',
  )
}

function ofHospital(context: Context) {
  const { month } = read(hospitalMonths.input, context.input)
  const into = new Parameters()
  const { where } = seen(deviceSecDay, context, into)
  return pages(
    context,
    into,
    `select ${monthSql} as month, ${summed} from device_sec_day t where ${where}${monthIn(month, into)} group by 1`,
    'month desc',
  )
}

function tens(context: Context) {
  const { id, deviceId, day } = read(tenRecords.input, context.input)
  const into = new Parameters()
  const { where } = seen(deviceSecDay, context, into)
  const wanted = id
    ? `t.id = ${into.add(idOf(context))}`
    : `t.device_id = ${into.add(deviceId ?? null)} and t.day = ${into.add(day ?? homeDay(context.occurredAt))}`
  const start = (of: string) => homeTimeSql(`(${of})::timestamp`)
  return pages(
    context,
    into,
    `select to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, sum(n.running_seconds)::int as "runningSeconds", sum(n.standby_seconds)::int as "standbySeconds",
        sum(n.off_seconds)::int as "offSeconds", sum(n.kwh)::float8 as kwh, max(n.peak_watts)::float8 as "peakWatts", sum(n.starts)::int as starts,
        min(n.first_on) as "firstOn", max(n.last_off) as "lastOff"
      from device_sec_day t join device_sec_ten n on n.tenant_id = t.tenant_id and n.device_id = t.device_id and n.at >= ${start('t.day')} and n.at < ${start('t.day + 1')}
      where ${where} and ${wanted} group by n.at`,
    'at',
  )
}

/** Days by hand have no hours. */
function hours(context: Context) {
  const { deviceId, day } = read(weekHours.input, context.input)
  const into = new Parameters()
  const { where } = seen(deviceSecDay, context, into)
  const until = into.add(day ?? homeDay(context.occurredAt))
  return listed<never>(
    into,
    `select to_char(t.day, 'YYYY-MM-DD') as day, extract(hour from ${homeTimeSql('n.at')})::int as hour, sum(n.running_seconds)::int as "runningSeconds",
        sum(n.running_seconds + n.standby_seconds + n.off_seconds)::int as "measuredSeconds"
      from device_sec_day t join device_sec_ten n on n.tenant_id = t.tenant_id and n.device_id = t.device_id
        and n.at >= ${homeTimeSql('t.day::timestamp')} and n.at < ${homeTimeSql('(t.day + 1)::timestamp')}
      where ${where} and t.device_id = ${into.add(deviceId)} and t.day > ${until}::date - 7 and t.day <= ${until}::date and t.is_manual is distinct from 1
      group by 1, 2 order by 1, 2`,
  )
}

/** The parts of devices whose department or sensor changed in a month. Days by hand have no sensor. */
function transfer(context: Context) {
  const given = read(transferred.input, context.input)
  const month = String(given.month ?? homeDay(context.occurredAt)).slice(0, 7)
  const into = new Parameters()
  const { tenant, where } = seen(deviceSecDay, context, into)
  const one = given.deviceId ? ` and t.device_id = ${into.add(given.deviceId)}` : ''
  const first = into.add(`${month}-01`)
  return listed<never>(
    into,
    `with days as (select t.device_id, t.day, t.use_dept_id, t.running_seconds, t.kwh, t.is_manual from device_sec_day t
        where ${where}${one} and t.day >= ${first}::date and t.day < ${first}::date + interval '1 month'),
      parts as (
        select d.device_id, d.use_dept_id, n.sensor_id, d.day, sum(n.running_seconds) as running, sum(n.kwh) as kwh from days d
          join device_sec_ten n on n.tenant_id = ${tenant} and n.device_id = d.device_id
            and n.at >= ${homeTimeSql('d.day::timestamp')} and n.at < ${homeTimeSql('(d.day + 1)::timestamp')}
          where d.is_manual is distinct from 1 group by 1, 2, 3, 4
        union all select d.device_id, d.use_dept_id, null, d.day, d.running_seconds, d.kwh from days d where d.is_manual = 1),
      whole as (select device_id, use_dept_id, sensor_id, min(day) as since, max(day) as until, sum(running) as running, sum(kwh) as kwh,
        count(*) over (partition by device_id) as n from parts group by 1, 2, 3)
      select to_char(${first}::date, 'YYYY-MM') as month, w.device_id as "deviceId", v.device_name as "deviceName", w.use_dept_id as "useDeptId", p.dept_name as "useDeptName",
        s.sensor_code as "sensorCode", to_char(w.since, 'YYYY-MM-DD') as "from", to_char(w.until, 'YYYY-MM-DD') as until, w.running::float8 as "runningSeconds", w.kwh::float8 as kwh
      from whole w join device v on v.tenant_id = ${tenant} and v.id = w.device_id left join dept p on p.tenant_id = ${tenant} and p.id = w.use_dept_id
        left join sensor_config s on s.tenant_id = ${tenant} and s.id = w.sensor_id
      where w.n > 1 order by w.device_id, w.since, s.sensor_code limit 1000`,
  )
}

/** First and last day of a period; the last 30 days by default. */
function periodOf({ from, until }: Readonly<Record<string, unknown>>, today: string): [string, string] {
  const end = (until as string | null | undefined) ?? today
  return [(from as string | null | undefined) ?? daysAfter(end, -29), end]
}

function idle(context: Context) {
  const [from, until] = periodOf(read(neverOn.input, context.input), homeDay(context.occurredAt))
  const into = new Parameters()
  const { where } = seen(sensorConfig, context, into)
  const on = 'd.running_seconds + d.standby_seconds > 0'
  const of = 'from device_sec_day d where d.tenant_id = t.tenant_id and d.device_id = t.device_id'
  return listed<never>(
    into,
    `select t.device_id as "deviceId", v.device_name as "deviceName", p.dept_name as "useDeptName", t.sensor_code as "sensorCode",
        (select to_char(max(d.day), 'YYYY-MM-DD') ${of} and ${on}) as "lastOnDay"
      from sensor_config t join device v on v.tenant_id = t.tenant_id and v.id = t.device_id left join dept p on p.tenant_id = v.tenant_id and p.id = v.use_dept_id
      where ${where} and t.sensor_kind = 'power' and t.bind_state = 'bound'
        and not exists (select 1 ${of} and d.day >= ${into.add(from)}::date and d.day <= ${into.add(until)}::date and ${on})
      order by 5 nulls first, t.sensor_code limit 1000`,
  )
}

/** The share of running time that is asked of a class, and below which its use is low, in percent. */
const target = 30
const low = 10

function grades(context: Context) {
  const [from, until] = periodOf(read(useGrades.input, context.input), homeDay(context.occurredAt))
  const into = new Parameters()
  const { where } = seen(deviceSecDay, context, into)
  const rate = 'round(100.0 * running / nullif(measured, 0), 1)'
  return listed<never>(
    into,
    `select id as "classifyId", name, devices as "deviceCount", running::float8 as "runningSeconds", measured::float8 as "measuredSeconds", ${rate}::float8 as rate, ${target} as target,
        case when ${rate} >= ${target} then 'good' when ${rate} >= ${low} then 'fair' when ${rate} is not null then 'low' end as grade
      from (select k.id, k.class_name as name, count(distinct t.device_id)::int as devices, sum(t.running_seconds) as running,
          sum(t.running_seconds + t.standby_seconds + t.off_seconds) as measured
        from device_sec_day t join device v on v.tenant_id = t.tenant_id and v.id = t.device_id left join device_class k on k.tenant_id = v.tenant_id and k.id = v.classify_id
        where ${where} and t.day >= ${into.add(from)}::date and t.day <= ${into.add(until)}::date group by 1, 2) q order by rate desc nulls last, name limit 1000`,
  )
}

function buildings(context: Context) {
  read(sensorBuildings.input, context.input)
  const into = new Parameters()
  const { where } = seen(sensorConfig, context, into)
  return listed<never>(
    into,
    `select b.id, b.location_name as name, count(*)::int as count, count(*) filter (where t.live_state = 'online')::int as online,
        count(*) filter (where t.live_state = 'offline')::int as offline
      from sensor_config t join device v on v.tenant_id = t.tenant_id and v.id = t.device_id left join location l on l.tenant_id = v.tenant_id and l.id = v.location_id
        left join location b on b.tenant_id = l.tenant_id and b.level = 'building' and l.path like b.path || '%'
      where ${where} group by 1, 2 order by 3 desc, 2 limit 1000`,
  )
}

function now(context: Context): ReadPlan<never> {
  read(deviceNow.input, context.input)
  const id = idOf(context)
  const [ofDevice, ofSensors, ofToday] = [new Parameters(), new Parameters(), new Parameters()]
  const { where } = seen(device, context, ofDevice)
  const sensors = seen(sensorConfig, context, ofSensors)
  const days = seen(deviceSecDay, context, ofToday)
  const [standby, running] = ['standbyFrom', 'runningFrom'].map((name) => usualRange[name as keyof typeof usualRange])
  return {
    queries: [
      {
        text: `select t.id, t.device_name as "deviceName", t.device_code as "deviceCode", p.dept_name as "useDeptName", e.watts::float8 as watts,
            case when e.watts >= coalesce(r.running_from, ${running}) then 'running' when e.watts >= coalesce(r.standby_from, ${standby}) then 'standby' when e.watts is not null then 'off' end as state
          from device t left join dept p on p.tenant_id = t.tenant_id and p.id = t.use_dept_id left join lateral (select o.standby_from, o.running_from from device_range o
              where o.tenant_id = t.tenant_id and o.device_id = t.id order by o.valid_from desc limit 1) r on true
            left join sensor_config s on s.tenant_id = t.tenant_id and s.device_id = t.id and s.sensor_kind = 'power' and s.live_state = 'online' and not s.is_deleted
            left join sensor_seen e on e.tenant_id = t.tenant_id and e.sensor_id = s.id
          where ${where} and t.id = ${ofDevice.add(id)}`,
        values: ofDevice.values,
      },
      {
        text: `select t.id, t.sensor_code as "sensorCode", t.sensor_kind as "sensorKind", t.live_state as "liveState", t.last_seen as "lastSeen" from sensor_config t
          where ${sensors.where} and t.device_id = ${ofSensors.add(id)} order by t.sensor_code limit 100`,
        values: ofSensors.values,
      },
      {
        text: `select t.running_seconds as "runningSeconds", t.standby_seconds as "standbySeconds", t.off_seconds as "offSeconds", t.kwh::float8 as kwh, t.energy_cost::float8 as "energyCost", t.starts from device_sec_day t
          where ${days.where} and t.device_id = ${ofToday.add(id)} and t.day = ${ofToday.add(homeDay(context.occurredAt))}`,
        values: ofToday.values,
      },
    ],
    answer([card, all, today]) {
      const row = card!.rows[0]
      if (!row) throw new Refusal('not_found', { what: device })
      return { ...row, sensors: all!.rows, today: today!.rows[0] ?? null } as never
    },
  }
}

export const energyAnswers: readonly Answer[] = [
  answer(deptMonths, { read: (context) => ofDepts(context) as never }),
  answer(hospitalMonths, { read: (context) => ofHospital(context) as never }),
  answer(tenRecords, { read: (context) => tens(context) as never }),
  answer(weekHours, { read: hours }),
  answer(transferred, { read: transfer }),
  answer(neverOn, { read: idle }),
  answer(useGrades, { read: grades }),
  answer(sensorBuildings, { read: buildings }),
  answer(deviceNow, { read: now }),
]
