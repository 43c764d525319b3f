import { alarmCurve, coldChain, coldChainExport } from '#contract/calls/iot/alarm.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { watched } from '#contract/entities/iot/alarm-kinds.ts'
import { coldChainWords, coldLimits, mostReportDays, mostReportReadings } from '#contract/entities/iot/cold-chain.ts'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { missedIntervals, usualReportSeconds } from '#contract/entities/iot/sensor-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { SheetFormat } from '#contract/kit/sheets/sheet.ts'
import { dayMs, dayStart, daysAfter } from '#contract/kit/time/day.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import { Parameters, type Query, type Row, type Rows } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { sheetFile } from '#server/kit/export/sheet-file.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idOf, read, refusalOf } from '#server/kit/refuse.ts'
import { coldFigures } from './cold-chain.ts'
import { seen } from './read-plans.ts'
import { readingValue } from './store-readings.ts'

/** Points of a curve: more cannot be told apart. */
const mostPoints = 240

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An hour before an alarm until an hour after it; of many readings every n-th. */
function curve(context: Context): ReadPlan<never> {
  read(alarmCurve.input, context.input)
  const into = new Parameters()
  const { where } = seen(sensorAlarm, context, into)
  const kinds = Object.entries(watched)
    .map(([comparison, quantity]) => `when '${comparison}' then '${quantity}'`)
    .join(' ')
  const text = `with a as (select t.*, case t.comparison ${kinds} else t.quantity end as shown from sensor_alarm t where ${where} and t.id = ${into.add(idOf(context))}),
      r as (select r.ts, ${readingValue('a.shown')} as value from a join sensor_reading r on r.tenant_id = a.tenant_id and r.sensor_id = a.sensor_id
        and r.ts >= a.started_at - interval '1 hour' and r.ts <= coalesce(a.ended_at + interval '1 hour', ${into.add(context.occurredAt)}::timestamptz)),
      n as (select r.*, row_number() over (order by ts) as at, count(*) over () as all from r where value is not null)
    select a.shown as quantity, a.lower_limit::float8 as "lowerLimit", a.upper_limit::float8 as "upperLimit",
      coalesce((select jsonb_agg(jsonb_build_object('at', ${iso('n.ts')}, 'value', n.value) order by n.ts) from n
        where n.at % greatest(1, ceil(n.all / ${mostPoints}.0)::int) = 0), '[]') as points from a`
  return {
    queries: [{ text, values: into.values }],
    answer([found]) {
      const row = found!.rows[0]
      if (!row) throw new Refusal('not_found', { what: sensorAlarm })
      return row as never
    },
  }
}

/** Reads and checks what a report is asked for; limits that are left out are those of a medicine fridge. */
function askedOf(context: Context, of: typeof coldChain | typeof coldChainExport) {
  const given = read(of.input, context.input) as Record<string, unknown>
  const [from, to] = [String(given.from), String(given.to)]
  const [lower, upper] = [Number(given.lowerLimit ?? coldLimits.lower), Number(given.upperLimit ?? coldLimits.upper)]
  const rule = (field: string, zh: string, en: string) => new Refusal('rule', { zh, en }, [{ field }])
  if (from > to) throw rule('to', '最后一天不能早于第一天', 'The last day is before the first')
  const days = (Date.parse(dayStart(daysAfter(to, 1))) - Date.parse(dayStart(from))) / dayMs
  if (days > mostReportDays) throw rule('to', `一份报告最多 ${mostReportDays} 天`, `A report covers at most ${mostReportDays} days`)
  if (lower >= upper)
    throw rule(
      'upperLimit',
      `上限（${upper}）须大于下限（${lower}）`,
      `The upper limit (${upper}) must be above the lower limit (${lower})`,
    )
  const until = Math.min(Date.parse(dayStart(daysAfter(to, 1))), context.occurredAt.getTime())
  return { ...given, lower, upper, from: dayStart(from), until: new Date(Math.max(until, Date.parse(dayStart(from)))).toISOString() }
}

type Asked = ReturnType<typeof askedOf> & { deviceId?: unknown; sensorId?: unknown }

/** Condition of the device that a report is about, if the person sees it. */
const deviceIs = (context: Context, { deviceId }: Asked, into: Parameters): string =>
  `${seen(device, context, into).where} and t.id = ${into.add(deviceId)}`

/** SQL: the stretches `b` of the days in which sensors hung on the device. */
function stretches(context: Context, asked: Asked, into: Parameters): string {
  const where = deviceIs(context, asked, into)
  const [from, until] = [asked.from, asked.until].map((at) => `${into.add(at)}::timestamptz`)
  const sensor = `${into.add(asked.sensorId ?? null)}::uuid`
  return `with b as (select h.id, h.tenant_id, h.device_id, h.sensor_id, h.sensor_code, greatest(h.bound_at, ${from}) as since, least(coalesce(h.ended_at, ${until}), ${until}) as until
    from device t join sensor_binding h on h.tenant_id = t.tenant_id and h.device_id = t.id
    where ${where} and h.bound_at < ${until} and coalesce(h.ended_at, ${until}) > ${from} and (${sensor} is null or h.sensor_id = ${sensor}))`
}

/** The device, the stretches in which sensors with temperatures hung on it, their readings, and their alarms. */
function coldQueries(context: Context, asked: Asked): Query[] {
  const [head, parts, alarms] = [new Parameters(), new Parameters(), new Parameters()]
  return [
    {
      text: `select t.device_name as "deviceName", t.device_code as "deviceCode" from device t where ${deviceIs(context, asked, head)}`,
      values: head.values,
    },
    {
      text: `${stretches(context, asked, parts)}
        select b.id, b.sensor_code as "sensorCode", extract(epoch from b.since)::float8 * 1000 as since, extract(epoch from b.until)::float8 * 1000 as until,
          ${missedIntervals} * coalesce(c.report_seconds, m.report_seconds, ${usualReportSeconds}) as hold, n.samples
        from b join sensor_config c on c.tenant_id = b.tenant_id and c.id = b.sensor_id left join sensor_model m on m.tenant_id = c.tenant_id and m.id = c.model_id
          cross join lateral (select coalesce(jsonb_agg(jsonb_build_array(o.at, o.temperature) order by o.at), '[]') as samples
            from (select extract(epoch from r.ts)::float8 * 1000 as at, r.temperature::numeric as temperature from sensor_reading r
              where r.tenant_id = b.tenant_id and r.sensor_id = b.sensor_id and r.ts >= b.since and r.ts < b.until and r.temperature is not null
              limit ${mostReportReadings + 1}) o) n
        where n.samples <> '[]' or c.sensor_kind = 'climate' order by b.since, b.sensor_code`,
      values: parts.values,
    },
    {
      text: `${stretches(context, asked, alarms)}
        select b.id as part, a.id, a.alarm_title as "alarmTitle", a.started_at as "startedAt", a.ended_at as "endedAt", a.peak::float8 as peak,
          a.acknowledged_at as "acknowledgedAt", u.real_name as "acknowledgedByName", a.reason
        from b join sensor_alarm a on a.tenant_id = b.tenant_id and a.sensor_id = b.sensor_id and a.device_id = b.device_id and a.quantity = 'temperature'
            and a.started_at < b.until and (a.ended_at is null or a.ended_at > b.since)
          left join app_user u on u.tenant_id = a.tenant_id and u.id = a.acknowledged_by_id order by a.started_at, a.id`,
      values: alarms.values,
    },
  ]
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)
const moment = (ms: number): string => new Date(ms).toISOString()

/** The report of what was read. Throws for a device that the person does not see, and for more readings than a report holds. */
function reportOf(asked: Asked, [heads, parts, alarms]: readonly Rows[]) {
  const [head] = heads!.rows
  if (!head) throw refusalOf([{ field: 'deviceId', label: coldChain.input.device, rule: 'absent' }])
  return {
    ...(head as { deviceName: string; deviceCode: string | null }),
    lowerLimit: asked.lower,
    upperLimit: asked.upper,
    parts: parts!.rows.map((row) => {
      const [from, until] = [Number(row.since), Number(row.until)]
      const samples = (row.samples as readonly [number, number][]).map(([at, value]) => ({ at, value }))
      if (samples.length > mostReportReadings)
        throw new Refusal(
          'rule',
          {
            zh: `传感器“${row.sensorCode}”在此期间的读数超过 ${mostReportReadings} 个，请缩短期间`,
            en: `Sensor “${row.sensorCode}” has more than ${mostReportReadings} readings in this period: choose fewer days`,
          },
          [{ field: 'to' }],
        )
      const figures = coldFigures(samples, { from, until, lower: asked.lower, upper: asked.upper, holdMs: Number(row.hold) * 1000 })
      return {
        ...{
          sensorCode: String(row.sensorCode),
          from: moment(from),
          to: moment(until),
          count: figures.count,
          least: figures.least,
          most: figures.most,
        },
        ...{
          mean: rounded(figures.mean),
          kinetic: rounded(figures.kinetic),
          outsideCount: figures.outside.length,
          outsideMinutes: figures.outsideMinutes,
        },
        outside: figures.outside.map(({ at, value }) => ({ at: moment(at), value })),
        gaps: figures.gaps.map((gap) => ({
          from: moment(gap.from),
          to: moment(gap.to),
          minutes: Math.round((gap.to - gap.from) / 60_000),
        })),
        alarms: alarms!.rows.filter((one) => one.part === row.id).map(({ part: _, ...one }) => one as Row & Alarm),
      }
    }),
  }
}

interface Alarm {
  readonly id: string
  readonly alarmTitle: string
  readonly startedAt: string
  readonly endedAt: string | null
  readonly peak: number | null
  readonly acknowledgedAt: string | null
  readonly acknowledgedByName: string | null
  readonly reason: string | null
}

/** A moment as sheets take it. */
const timeOf = (at: string | null): string | null => (at === null ? null : homeTime(at))

function exported(context: Context): ReadPlan {
  const asked = askedOf(context, coldChainExport) as Asked & { format?: SheetFormat | null }
  const { language } = context
  const say = (name: keyof typeof coldChainWords): string => coldChainWords[name][language]
  return {
    queries: coldQueries(context, asked),
    answer(results) {
      const { deviceName, parts } = reportOf(asked, results)
      const rows = parts.flatMap(({ sensorCode, outside, gaps, alarms }) => [
        ...outside.map(({ at, value }) => [sensorCode, say('outside'), timeOf(at), null, value, null]),
        ...gaps.map(({ from, to }) => [sensorCode, say('gap'), timeOf(from), timeOf(to), null, null]),
        ...alarms.map((one) => [
          ...[sensorCode, say('alarm'), timeOf(one.startedAt), timeOf(one.endedAt), one.peak],
          [one.alarmTitle, one.acknowledgedByName, one.reason].filter(Boolean).join(' · '),
        ]),
      ])
      return sheetFile({
        name: `${deviceName} ${say('report')}`,
        sheet: say('report'),
        format: asked.format ?? 'xlsx',
        columns: [
          { heading: say('sensor') },
          { heading: say('kind') },
          { heading: say('from'), kind: 'time' },
          { heading: say('to'), kind: 'time' },
          { heading: say('value'), kind: 'number' },
          { heading: say('note') },
        ],
        rows,
        at: context.occurredAt,
      })
    },
  }
}

export const alarmAnswers: readonly Answer[] = [
  answer(alarmCurve, { read: curve }),
  answer(coldChain, {
    read(context) {
      const asked = askedOf(context, coldChain) as Asked
      return { queries: coldQueries(context, asked), answer: (results) => reportOf(asked, results) as never }
    },
  }),
  answer(coldChainExport, { read: exported as never }),
]
