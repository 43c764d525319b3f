import { mostOfWeek, usualDayHours, weekAhead, weeksAhead, yearAhead } from '#contract/calls/maintenance/year-ahead.ts'
import { daysAhead } from '#contract/entities/maintenance/days-ahead.ts'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { metrologyKinds } from '#contract/entities/service/metrology-kinds.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { isRestDay, type WorkCalendar } from '#contract/kit/time/due-day.ts'
import { say } from '#contract/kit/words.ts'
import { Parameters, type Query, type Row } from '#server/db/query.ts'
import { cardsAhead, endsIn, metrologyDays } from '#server/features/service/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { calendarFrom, calendarQuery, countedFromOf, termsOf } from './maintain-terms.ts'

interface Filters {
  readonly deptId?: string | null
  readonly assigneeId?: string | null
}

/** The schedules that a person sees and that go on, with what decides their days and who does the work. */
function schedules(context: Context, { deptId, assigneeId }: Filters): Query {
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const scope = scopeSql(maintainCard, context.actor, 't', into)
  const [dept, person] = [into.add(deptId ?? null), into.add(assigneeId ?? null)]
  return {
    text: `select t.id, t.device_id, t.anchor_day, t.next_due, t.expected_on, o.scheduled_on, p.plan_basis, p.plan_cycle, p.plan_cycle_unit, p.counted_from, p.season, p.moves_rest,
        p.meter_every, m.per_day, o.id is not null as has_order, ou.id as order_assignee_id, ou.real_name as order_assignee_name,
        coalesce(o.hours_expected, p.hours_expected, 0)::float8 as order_hours, coalesce(p.hours_expected, 0)::float8 as hours,
        u.id as assignee_id, u.real_name as assignee_name,
        g.id as team_id, g.team_name, coalesce(cardinality(g.members), 0) as team_size, og.id as order_team_id, og.team_name as order_team_name, coalesce(cardinality(og.members), 0) as order_team_size,
        p.plan_name, d.device_name, d.device_code, q.dept_name
      from maintain_card t join device_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id and not p.is_deleted and coalesce(p.is_inactive, 0) = 0
        join device d on d.tenant_id = t.tenant_id and d.id = t.device_id and not d.is_deleted
        left join maintain_order o on o.tenant_id = t.tenant_id and o.id = t.open_order_id
        left join app_user u on u.tenant_id = t.tenant_id and u.id = p.assignee_id
        left join app_user ou on ou.tenant_id = t.tenant_id and ou.id = o.assignee_id
        left join service_team g on g.tenant_id = t.tenant_id and g.id = p.team_id and p.assignee_id is null and not g.is_deleted
        left join service_team og on og.tenant_id = t.tenant_id and og.id = o.team_id and o.assignee_id is null and not og.is_deleted
        left join device_meter m on m.tenant_id = t.tenant_id and m.device_id = t.device_id and m.meter_kind = p.meter_kind
        left join dept q on q.tenant_id = d.tenant_id and q.id = d.use_dept_id
      where t.tenant_id = ${tenant} and not t.is_deleted and t.pause is null and (t.next_due is not null or t.expected_on is not null)${scope ? ` and ${scope}` : ''}
        and (${person}::uuid is null or u.id = ${person} or ou.id = ${person})
        and (${dept}::uuid is null or d.use_dept_id in (select b.id from dept a join dept b on b.tenant_id = a.tenant_id
          and b.path >= a.path and b.path < a.path || chr(127) where a.tenant_id = ${tenant} and a.id = ${dept}))`,
    values: into.values,
  }
}

/** The days of schedules from today on. Schedules with the same terms are counted once: a plan for thousands of devices has few different ones. */
function counting(calendar: WorkCalendar, today: string, until: string): (row: Row) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  const names = [
    ...(['anchor_day', 'next_due', 'expected_on', 'scheduled_on'] as const),
    ...(['plan_basis', 'plan_cycle', 'plan_cycle_unit', 'counted_from'] as const),
  ]
  return (row) => {
    const key = [...names.map((name) => row[name]), row.season, row.moves_rest, row.meter_every, row.per_day].join('|')
    const found = known.get(key)
    if (found) return found
    const perDay = Number(row.per_day ?? 0)
    const days = daysAhead(
      {
        anchor: String(row.anchor_day),
        due: row.next_due as string | null,
        planned: row.scheduled_on as string | null,
        terms: row.plan_basis === 'meter' ? undefined : termsOf(row, calendar),
        restarts: countedFromOf(row) === 'completed',
        counterDays: row.plan_basis === 'date' || perDay <= 0 ? undefined : Number(row.meter_every) / perDay,
        expected: row.plan_basis === 'date' ? null : (row.expected_on as string | null),
      },
      today,
      until,
    )
    known.set(key, days)
    return days
  }
}

interface Work {
  readonly id: string | null
  readonly name: string | null
  readonly hours: number
  /** People who share it: the members of a team. */
  readonly people: number
  readonly isTeam: boolean
}

/** Who does the work of a schedule on its day at a place in `counting`, and for how long: an open order has its own, later days those of the plan. */
function workOf(row: Row, at: number): Work {
  const before = row.has_order === true && at === 0 ? 'order_' : ''
  const hours = Number(before ? row.order_hours : row.hours)
  const name = (of: string): string | null => (row[`${before}${of}`] as string | null) ?? null
  if (name('assignee_id') === null && name('team_id') !== null)
    return { id: name('team_id'), name: name('team_name'), hours, people: Number(row[`${before}team_size`]), isTeam: true }
  return { id: name('assignee_id'), name: name('assignee_name'), hours, people: 1, isTeam: false }
}

const deviceOf = (row: Row) => ({
  ...{ id: String(row.id), deviceId: String(row.device_id), deviceName: String(row.device_name) },
  ...{ deviceCode: row.device_code as string | null, deptName: row.dept_name as string | null },
})

/** The days of metrology cards; none of them is the work of a person. */
const metrologyAhead = (cards: readonly Row[], ends: readonly Row[], { assigneeId }: Filters, today: string, until: string) =>
  assigneeId ? [] : cards.map((card) => ({ card, days: metrologyDays(card, endsIn(ends), today, until) }))

const round = (hours: number): number => Math.round(hours * 100) / 100

type Week = AnswerOf<typeof yearAhead>[number]
type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Share = Mutable<Week['people'][number]> & { people: number }

function year(context: Context): ReadPlan<AnswerOf<typeof yearAhead>> {
  const { dayHours, ...filters } = read(yearAhead.input, context.input) as Filters & { dayHours?: string | number | null }
  const today = homeDay(context.occurredAt)
  const first = mondayOf(today)
  const until = daysAfter(first, weeksAhead * 7 - 1)
  return {
    queries: [schedules(context, filters), calendarQuery(context.actor.tenantId), ...cardsAhead(context, filters.deptId ?? null)],
    answer([rows, days, cards, ends]) {
      const certificates = new Map<string, number>()
      for (const day of metrologyAhead(cards!.rows, ends!.rows, filters, today, until).flatMap((one) => one.days))
        certificates.set(mondayOf(day), (certificates.get(mondayOf(day)) ?? 0) + 1)
      const calendar = calendarFrom(days!.rows)
      const daysOf = counting(calendar, today, until)
      const weeks = new Map<string, Map<unknown, Share>>()
      for (const row of rows!.rows)
        for (const [at, day] of daysOf(row).entries()) {
          const { hours, ...who } = workOf(row, at)
          const { id } = who
          if (filters.assigneeId && id !== filters.assigneeId) continue
          const week = mondayOf(day)
          const people = weeks.get(week) ?? new Map<unknown, Share>()
          weeks.set(week, people)
          const share = people.get(id) ?? { ...who, count: 0, hours: 0, capacity: 0 }
          share.count += 1
          share.hours += hours
          people.set(id, share)
        }
      const perDay = Number(dayHours ?? usualDayHours)
      return Array.from({ length: weeksAhead }, (_, at): Week => {
        const week = daysAfter(first, at * 7)
        const worked = Array.from({ length: 7 }, (_day, more) => daysAfter(week, more)).filter((day) => !isRestDay(day, calendar)).length
        const people = [...(weeks.get(week)?.values() ?? [])]
          .map(({ people: shared, ...one }) => ({ ...one, hours: round(one.hours), capacity: round(worked * perDay * shared) }))
          .sort((one, other) => other.hours - one.hours || String(one.name).localeCompare(String(other.name)))
        return {
          ...{ week, until: daysAfter(week, 6), people, metrology: certificates.get(week) ?? 0 },
          count: people.reduce((sum, one) => sum + one.count, 0),
          hours: round(people.reduce((sum, one) => sum + one.hours, 0)),
        }
      })
    },
  }
}

function week(context: Context): ReadPlan<AnswerOf<typeof weekAhead>> {
  const { week: asked, ...filters } = read(weekAhead.input, context.input) as unknown as Filters & { week: string }
  const today = homeDay(context.occurredAt)
  const from = mondayOf(asked)
  const until = daysAfter(from, 6)
  return {
    queries: [schedules(context, filters), calendarQuery(context.actor.tenantId), ...cardsAhead(context, filters.deptId ?? null)],
    answer([rows, days, cards, ends]) {
      const daysOf = counting(calendarFrom(days!.rows), today, until)
      const certificates = metrologyAhead(cards!.rows, ends!.rows, filters, today, until).flatMap(({ card, days: those }) =>
        those.flatMap((day) =>
          day < from
            ? []
            : [
                {
                  ...deviceOf(card),
                  day,
                  planName: say(metrologyKinds[card.measure_kind as keyof typeof metrologyKinds] ?? metrologyCard, context.language),
                  ...{ assigneeName: null, hours: 0, isExpected: false, isMetrology: true },
                },
              ],
        ),
      )
      const orders = rows!.rows.flatMap((row) =>
        daysOf(row).flatMap((day, at) =>
          day < from || (filters.assigneeId && workOf(row, at).id !== filters.assigneeId)
            ? []
            : [
                {
                  ...deviceOf(row),
                  day,
                  ...{ planName: String(row.plan_name), assigneeName: workOf(row, at).name, hours: workOf(row, at).hours },
                  isExpected: row.plan_basis !== 'date' && row.expected_on !== null,
                  isMetrology: false,
                },
              ],
        ),
      )
      const found = [...orders, ...certificates]
      found.sort((one, other) => one.day.localeCompare(other.day) || one.deviceName.localeCompare(other.deviceName))
      return { count: found.length, rows: found.slice(0, mostOfWeek) }
    },
  }
}

export const yearAnswers: readonly Answer[] = [answer(yearAhead, { read: year }), answer(weekAhead, { read: week })]
