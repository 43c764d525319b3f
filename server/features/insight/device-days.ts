import { deviceDay, deviceDays, deviceDaysOfAll } from '#contract/calls/insight/daily.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import { dayStart, daysAfter, daysBetween } from '#contract/kit/time/day.ts'
import { isDay } from '#contract/kit/time/moment.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import { Parameters, type Query, rowsAs } from '#server/db/query.ts'
import { mayList, scopeSql, seesAll } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { nameSql } from '#server/kit/read/by-name.ts'
import { listPlan, paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { type Days, daysOf, deviceEvents, type EventSource, eventsSql, noEvents } from './day-events.ts'

type Page = AnswerOf<typeof deviceDays>
type DayRow = Page['records'][number]
interface Found extends DayRow {
  readonly total: number
}

interface Wanted {
  readonly days: Days
  /** Whether a row is of one department; else of all that the person sees. */
  readonly isByDept: boolean
  /** One department alone; null for devices without one. */
  readonly deptId?: string | null | undefined
  readonly limit: string
}

const counted = Object.keys(deviceEvents) as (keyof typeof deviceEvents)[]

/** The counts of days, by department or together. Events count in departments whose devices the person sees. */
function dayQuery(context: Context, { days, isByDept, deptId, limit }: Wanted): Query {
  const { actor } = context
  const into = new Parameters()
  const sees = mayList(actor, device)
  const scope = scopeSql(device, actor, 't', into)
  const cards = `device t where t.tenant_id = ${into.add(actor.tenantId)} and not t.is_deleted${scope ? ` and ${scope}` : ''}`
  const parts = counted.flatMap((kind) => eventsSql(kind, deviceEvents[kind] as EventSource, context, days, into) ?? [])
  const within = seesAll(device, actor) ? [] : ['e.dept_id in (select c.dept_id from cards c)']
  const one = deptId === undefined ? [] : [deptId === null ? 'k.dept_id is null' : `k.dept_id = ${into.add(deptId)}`]
  const mine = within.length > 0 ? ` where ${within.join(' and ')}` : ''
  const count = (kind: (typeof counted)[number]): string =>
    mayList(actor, deviceEvents[kind].of) ? `count(*) filter (where r.kind = '${kind}')::int` : 'null::int'
  const events = parts.length > 0 ? parts.join(' union all ') : noEvents(days, into)
  const dept = isByDept ? 'k.dept_id' : 'null::uuid'
  const same = isByDept ? ' and r.dept_id is not distinct from k.dept_id' : ''
  return {
    text: `with cards as (select t.use_dept_id as dept_id, ${homeDaySql('t.created_at')} as day, count(*)::int as n,
          count(*) filter (where t.eam_status <> 'disposed')::int as standing from ${cards} group by 1, 2),
        events as (select e.* from (${events}) e${mine}),
        days as (select ${into.add(days.first)}::date + n as day from generate_series(0, ${daysBetween(days.first, days.last)}) n),
        keys as (select d.day, k.dept_id from days d cross join (${isByDept ? 'select dept_id from cards union select dept_id from events' : 'select null::uuid as dept_id'}) k),
        found as (select k.day, ${dept} as dept_id, count(*) over ()::int as total from keys k${one.length > 0 ? ` where ${one.join(' and ')}` : ''})
      select k.day::text as day, k.dept_id as "useDeptId", p.dept_name as "useDeptName", k.total,
        ${sees ? `coalesce((select sum(c.standing)::int from cards c where c.day <= k.day${isByDept ? ' and c.dept_id is not distinct from k.dept_id' : ''}), 0)` : 'null::int'} as cards, r.*
      from found k left join dept p on p.tenant_id = ${into.add(actor.tenantId)} and p.id = k.dept_id
      cross join lateral (select ${counted.map((kind) => `${count(kind)} as "${kind}"`).join(', ')} from events r where r.day = k.day${same}) r
      order by k.day desc, ${nameSql('p.dept_name')} nulls last, k.dept_id ${limit}`,
    values: into.values,
    once: true,
  }
}

const rowOf = ({ total: _, ...row }: Found, isByDept: boolean): DayRow => ({
  ...row,
  id: isByDept ? `${row.day}_${row.useDeptId ?? 'none'}` : row.day,
})

const pageOfDays = (context: Context, wanted: Omit<Wanted, 'limit'>): ReadPlan<Page> => {
  const { current, size, offset } = pageOf(context)
  return {
    queries: [dayQuery(context, { ...wanted, limit: `limit ${size} offset ${offset}` })],
    answer([found]) {
      const rows = rowsAs<Found>(found)
      return paged(
        rows.map((row) => rowOf(row, wanted.isByDept)),
        rows[0]?.total ?? 0,
        { current, size },
      )
    },
  }
}

/** Counts by day and department. */
export function daysByDept(context: Context): ReadPlan<Page> {
  const asked = read(deviceDays.input, context.input)
  return pageOfDays(context, { days: daysOf(context, asked), isByDept: true, deptId: (asked.useDeptId as string | null) ?? undefined })
}

/** Counts by day. */
export function daysOfAll(context: Context): ReadPlan<Page> {
  return pageOfDays(context, { days: daysOf(context, read(deviceDaysOfAll.input, context.input)), isByDept: false })
}

/** One row by its id, with the orders reported or repaired on the day. */
export function oneDay(context: Context): ReadPlan<AnswerOf<typeof deviceDay>> {
  const id = String(read(deviceDay.input, context.input).id)
  const [day = '', dept] = id.split('_')
  const missing = () => new Refusal('not_found', { what: deviceDay })
  if (!isDay(day) || (dept !== undefined && dept !== 'none' && !isId(dept))) throw missing()
  const isByDept = dept !== undefined
  const deptId = dept === 'none' ? null : dept
  const counts = dayQuery(context, { days: daysOf(context, { day_ge: day, day_le: day }), isByDept, deptId, limit: 'limit 1' })
  const [from, to] = [dayStart(day), dayStart(daysAfter(day, 1))]
  const view = context.actor.settings.view(repairOrder)
  const orders = listPlan(view, { ...context, input: { size: 200 } }, [
    `t.repair_status <> 'cancelled'`,
    (into) => {
      const within = (column: string): string =>
        `(${column} >= ${into.add(from)}::timestamptz and ${column} < ${into.add(to)}::timestamptz)`
      return `(${within('t.reported_at')} or ${within('t.finished_at')})`
    },
    ...(isByDept ? [deptId === null ? 't.use_dept_id is null' : (into: Parameters) => `t.use_dept_id = ${into.add(deptId)}`] : []),
  ])
  return {
    queries: [counts, ...orders.queries],
    async answer([found, ...results]) {
      const [row] = rowsAs<Found>(found)
      if (!row) throw missing()
      return { ...rowOf(row, isByDept), orders: (await orders.answer(results)).records }
    },
  }
}
