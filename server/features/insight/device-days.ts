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
import { type Days, dayAsked, daysOf, deviceEvents, eventsSql, noEvents } from './day-events.ts'

type Page = AnswerOf<typeof deviceDays>
type DayRow = Page['records'][number]
interface Found {
  readonly day: string
  readonly useDeptId: string | null
  readonly total: number
  readonly counts: Readonly<Record<string, number>> | null
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
  const scope = scopeSql(device, actor, 't', into)
  const events = counted.flatMap((kind) => eventsSql(kind, deviceEvents[kind], context, days, into) ?? [])
  const [byDept, seesEvery, sees] = [isByDept, seesAll(device, actor), mayList(actor, device)].map((flag) => `${into.add(flag)}::boolean`)
  const [anyDept, dept] = [`${into.add(deptId === undefined)}::boolean`, `${into.add(deptId ?? null)}::uuid`]
  return {
    text: `with cards as (select t.use_dept_id as dept_id, ${homeDaySql('t.created_at')} as day, count(*) filter (where t.eam_status <> 'disposed')::int as standing
          from device t where t.tenant_id = ${into.add(actor.tenantId)} and not t.is_deleted${scope ? ` and ${scope}` : ''} group by 1, 2),
        events as (select e.kind, e.day, e.dept_id from (${events.join(' union all ') || noEvents(days, into)}) e
          where ${seesEvery} or e.dept_id in (select c.dept_id from cards c)),
        keys as (select c.dept_id from cards c where ${byDept} union select e.dept_id from events e where ${byDept} union select null::uuid where not ${byDept}),
        found as (select ${into.add(days.first)}::date + n as day, k.dept_id, count(*) over ()::int as total
          from generate_series(0, ${daysBetween(days.first, days.last)}) n cross join keys k where ${anyDept} or k.dept_id is not distinct from ${dept})
      select f.day::text as day, f.dept_id as "useDeptId", p.dept_name as "useDeptName", f.total,
        case when ${sees} then coalesce((select sum(c.standing)::int from cards c where c.day <= f.day and (not ${byDept} or c.dept_id is not distinct from f.dept_id)), 0) end as cards,
        (select jsonb_object_agg(r.kind, r.n) from (select e.kind, count(*)::int as n from events e
          where e.day = f.day and (not ${byDept} or e.dept_id is not distinct from f.dept_id) group by e.kind) r) as counts
      from found f left join dept p on p.tenant_id = ${into.add(actor.tenantId)} and p.id = f.dept_id
      order by f.day desc, ${nameSql('p.dept_name')} nulls last, f.dept_id ${limit}`,
    values: into.values,
    once: true,
  }
}

/** A row as it is answered: a count is null without the right to list what it counts. */
const rowOf = (context: Context, { total: _, counts, ...row }: Found, isByDept: boolean): DayRow =>
  ({
    ...row,
    ...Object.fromEntries(counted.map((kind) => [kind, mayList(context.actor, deviceEvents[kind].of) ? (counts?.[kind] ?? 0) : null])),
    id: isByDept ? `${row.day}_${row.useDeptId ?? 'none'}` : row.day,
  }) as DayRow

const pageOfDays = (context: Context, wanted: Omit<Wanted, 'limit'>): ReadPlan<Page> => {
  const { current, size, offset } = pageOf(context)
  return {
    queries: [dayQuery(context, { ...wanted, limit: `limit ${size} offset ${offset}` })],
    answer([found]) {
      const rows = rowsAs<Found>(found)
      return paged(
        rows.map((row) => rowOf(context, row, wanted.isByDept)),
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
  const counts = dayQuery(context, { days: daysOf(context, dayAsked(day)), isByDept, deptId, limit: 'limit 1' })
  const [from, to] = [dayStart(day), dayStart(daysAfter(day, 1))]
  const view = context.actor.settings.view(repairOrder)
  const orders = listPlan(view, { ...context, input: { size: 200 } }, [
    (into) => {
      const within = (column: string): string =>
        `(${column} >= ${into.add(from)}::timestamptz and ${column} < ${into.add(to)}::timestamptz)`
      return `t.id in (select o.id from repair_order o where o.tenant_id = ${into.add(context.actor.tenantId)} and o.repair_status <> 'cancelled'
        and (${within('reported_at')} or ${within('finished_at')}) and (not ${into.add(isByDept)}::boolean or o.use_dept_id is not distinct from ${into.add(deptId)}::uuid))`
    },
  ])
  return {
    queries: [counts, ...orders.queries],
    async answer([found, ...results]) {
      const [row] = rowsAs<Found>(found)
      if (!row) throw missing()
      return { ...rowOf(context, row, isByDept), orders: (await orders.answer(results)).records }
    },
  }
}
