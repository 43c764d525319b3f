import { qualityDays, qualityDevices } from '#contract/calls/insight/daily.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { daysBetween } from '#contract/kit/time/day.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { listPlan, paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { type Days, daysOf, type EventSource, eventsSql, noEvents, qualityEvents } from './day-events.ts'

type Source = keyof typeof qualityEvents
type Outcome = keyof (typeof qualityEvents)[Source]

/** The events of sources and outcomes; `kind` is `<source>.<outcome>`. */
function eventsOf(
  context: Context,
  days: Days,
  into: Parameters,
  asked: { source?: Source | null; outcome?: Outcome | null } = {},
): string {
  const parts = Object.entries(qualityEvents).flatMap(([source, outcomes]) =>
    Object.entries(outcomes as Readonly<Record<string, readonly EventSource[]>>).flatMap(([outcome, all]) =>
      (asked.source && asked.source !== source) || (asked.outcome && asked.outcome !== outcome)
        ? []
        : all.flatMap((one) => eventsSql(`${source}.${outcome}`, one, context, days, into) ?? []),
    ),
  )
  return parts.join(' union all ') || noEvents(days, into)
}

/** SQL of the number of devices behind the events of the day `g`, as the person sees them; null without the right to list devices. */
function devicesSql({ actor }: Context, into: Parameters): string {
  if (!mayList(actor, device)) return 'null::int'
  const scope = scopeSql(device, actor, 'd', into)
  return `(select count(*)::int from device d where d.tenant_id = ${into.add(actor.tenantId)} and not d.is_deleted${scope ? ` and ${scope}` : ''}
    and d.id in (select x.device_id from events x where x.day = g.day))`
}

type Day = AnswerOf<typeof qualityDays>['records'][number]

/** One row per day with the counts of each source, newest first. */
export function qualityByDay(context: Context): ReadPlan<AnswerOf<typeof qualityDays>> {
  const days = daysOf(context, read(qualityDays.input, context.input))
  const { current, size, offset } = pageOf(context)
  const into = new Parameters()
  const events = eventsOf(context, days, into)
  const sources = Object.keys(qualityEvents) as Source[]
  const shown = sources.filter((source) => qualityEvents[source].done.some(({ of }) => mayList(context.actor, of)))
  const counts = shown.flatMap((source) =>
    Object.keys(qualityEvents[source]).map((outcome) => `'${source}.${outcome}', count(*) filter (where e.kind = '${source}.${outcome}')`),
  )
  const text = `with events as (${events}), g as (select ${into.add(days.first)}::date + n as day from generate_series(0, ${daysBetween(days.first, days.last)}) n
      order by 1 desc limit ${size} offset ${into.add(offset)})
    select g.day::text as day, ${devicesSql(context, into)} as devices, (select json_build_object(${counts.join(', ')}) from events e where e.day = g.day) as counts
    from g order by g.day desc`
  return {
    queries: [{ text, values: into.values, once: true }],
    answer([found]) {
      const rows = rowsAs<{ day: string; devices: number | null; counts: Readonly<Record<string, number>> }>(found)
      const part = (counted: Readonly<Record<string, number>>, source: Source): Day[Source] =>
        shown.includes(source)
          ? (Object.fromEntries(
              Object.keys(qualityEvents[source]).map((outcome) => [outcome, Number(counted[`${source}.${outcome}`])]),
            ) as Day[Source])
          : null
      const records = rows.map((row) => ({
        id: row.day,
        day: row.day,
        inspection: part(row.counts, 'inspection'),
        quality: part(row.counts, 'quality'),
        measure: part(row.counts, 'measure'),
        devices: row.devices,
      }))
      return paged(records, daysBetween(days.first, days.last) + 1, { current, size })
    },
  }
}

/** The devices behind these counts. */
export function qualityDevicePage(context: Context): ReadPlan<AnswerOf<typeof qualityDevices>> {
  const { current, size, ...own } = qualityDevices.input
  const asked = Object.fromEntries(Object.keys(own).map((name) => [name, context.input[name]]))
  const input = Object.fromEntries(Object.entries(context.input).filter(([name]) => !(name in own)))
  const wanted = read(own, asked)
  const days = daysOf(context, wanted)
  return listPlan(context.actor.settings.view(device), { ...context, input }, [
    (into) => `t.id in (select e.device_id from (${eventsOf(context, days, into, wanted)}) e)`,
  ])
}
