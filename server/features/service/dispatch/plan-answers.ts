import { usualDayHours } from '#contract/calls/maintenance/year-ahead.ts'
import { cardsAtOnce, cardsOfCell, dispatchDay, dispatchPlan, mostDispatchLanes, mostPlanCards } from '#contract/calls/service/dispatch.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { daysAfter } from '#contract/kit/time/day.ts'
import { isRestDay, type WorkCalendar } from '#contract/kit/time/due-day.ts'
import type { Query, Row } from '#server/db/query.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { cardFace } from './card-face.ts'
import { kindsOf, none, takersQuery } from './dispatch-answers.ts'
import type { Asked } from './order-sql.ts'
import { asideCountQuery, asideQuery, cellsQuery, dayQuery, loadsQuery } from './plan-sql.ts'

type Plan = AnswerOf<typeof dispatchPlan>
type Lane = Plan['lanes'][number]

const round = (hours: number): number => Math.round(hours * 100) / 100

/** The days that differ in the working calendar, with their names. */
const restQuery = ({ actor }: Context, from: string, to: string): Query => ({
  text: 'select day, day_kind, day_name from work_day where tenant_id = $1 and day between $2 and $3 and not is_deleted',
  values: [actor.tenantId, from, to],
})

const sizesQuery = ({ actor }: Context): Query => ({
  text: `select 't:' || id as lane, cardinality(members) as size from service_team where tenant_id = $1 and not is_deleted`,
  values: [actor.tenantId],
})

/** The orders of one kind, or of several, on the same day. */
function loadsOf(rows: readonly Row[]): Map<string, { count: number; hours: number }> {
  const loads = new Map<string, { count: number; hours: number }>()
  for (const row of rows) {
    const load = loads.get(String(row.day)) ?? { count: 0, hours: 0 }
    loads.set(String(row.day), { count: load.count + Number(row.count), hours: load.hours + Number(row.hours) })
  }
  return loads
}

/** A row without a day or rank comes after those with one. */
const after = (one: unknown, other: unknown): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one === other ? 0 : (one as string) < (other as string) ? -1 : 1
}

/** The first cards of each cell over all kinds: urgent ones first, what is done last. */
function firstOf(rows: readonly Row[], inLanes: boolean): Row[] {
  const sorted = rows.toSorted(
    (one, next) =>
      Number(one.is_worked) - Number(next.is_worked) || after(one.place, next.place) || after(one.due, next.due) || after(one.id, next.id),
  )
  const taken = new Map<string, number>()
  const first = sorted.filter((row) => {
    const cell = inLanes ? `${row.day} ${row.lane}` : String(row.day)
    const at = taken.get(cell) ?? 0
    taken.set(cell, at + 1)
    return at < cardsOfCell
  })
  return first.slice(0, mostPlanCards)
}

function plan(context: Context): ReadPlan<Plan> {
  const { from, days, lanes, dayHours, ...asked } = read(dispatchPlan.input, context.input) as unknown as Asked & {
    from: string
    days: number
    lanes?: number | null
    dayHours?: string | number | null
  }
  const kinds = kindsOf(asked)
  const inLanes = lanes === 1
  const shown = Array.from({ length: days }, (_, at) => daysAfter(from, at))
  const to = shown.at(-1)!
  const whole = { ...asked, from, to, inLanes }
  const face = cardFace(kinds, context)
  const perDay = Number(dayHours ?? usualDayHours)
  return {
    queries: [
      loadsQuery(kinds, context, whole) ?? none,
      cellsQuery(kinds, context, whole) ?? none,
      asideQuery('isInTray', kinds, context, asked) ?? none,
      inLanes ? takersQuery(context, kinds) : none,
      restQuery(context, from, to),
      sizesQuery(context),
      asideCountQuery('isInTray', kinds, context, asked) ?? none,
      asideQuery('isUnderWay', kinds, context, asked) ?? none,
      asideCountQuery('isUnderWay', kinds, context, asked) ?? none,
    ],
    answer([loads, cells, tray, takers, rests, sizes, waiting, underWay, begun]) {
      const calendar: WorkCalendar = new Map(rests!.rows.map((row) => [String(row.day), row.day_kind as 'rest' | 'work']))
      const names = new Map(rests!.rows.map((row) => [String(row.day), String(row.day_name)]))
      const people = new Map(sizes!.rows.map((row) => [String(row.lane), Number(row.size ?? 0)]))
      /** Working hours of a lane on a day; none for providers and for what is not assigned. */
      const capacityOf = (lane: string, day: string): number | null => {
        const size = lane.startsWith('p:') ? 1 : lane.startsWith('t:') ? (people.get(lane) ?? 0) : undefined
        return size === undefined ? null : isRestDay(day, calendar) ? 0 : round(perDay * size)
      }
      const found = new Map<string, { name: string | null; rows: Row[] }>([['_none', { name: null, rows: [] }]])
      for (const row of loads!.rows) {
        const lane = found.get(String(row.lane)) ?? { name: (row.name ?? null) as string | null, rows: [] }
        lane.rows.push(row)
        found.set(String(row.lane), lane)
      }
      for (const { lane, name } of takers!.rows) if (!found.has(String(lane))) found.set(String(lane), { name: String(name), rows: [] })
      const all = [...found].map(([key, { name, rows }]): Lane & { readonly count: number } => ({
        key,
        name,
        count: rows.reduce((sum, row) => sum + Number(row.count), 0),
        loads: [...loadsOf(rows)].map(([day, load]) => ({
          day,
          count: load.count,
          hours: round(load.hours),
          capacity: capacityOf(key, day),
        })),
      }))
      const others = all.filter(({ key }) => key !== '_none').sort((one, other) => other.count - one.count)
      const kept = others.slice(0, mostDispatchLanes - 1)
      // By name, so that a lane stays where it is while work moves.
      kept.sort((one, other) => String(one.name).localeCompare(String(other.name), 'zh'))
      const keys = new Set(['_none', ...kept.map(({ key }) => key)])
      return {
        days: shown.map((day) => {
          const those = all.flatMap((lane) => lane.loads.filter((load) => load.day === day))
          return {
            ...{ day, isRest: isRestDay(day, calendar), name: names.get(day) ?? null },
            count: those.reduce((sum, { count }) => sum + count, 0),
            hours: round(those.reduce((sum, { hours }) => sum + hours, 0)),
            over: those.filter(({ hours, capacity }) => capacity !== null && hours > capacity).length,
          }
        }),
        lanes: inLanes
          ? [...all.filter(({ key }) => key === '_none'), ...kept].map(({ key, name, loads: own }) => ({ key, name, loads: own }))
          : [],
        left: inLanes ? others.length - kept.length : 0,
        cards: firstOf(cells!.rows, inLanes)
          .filter((row) => !inLanes || keys.has(String(row.lane)))
          .map((row) => ({ ...planned(face, row), day: String(row.day) })),
        tray: asideOf(face, tray!.rows, waiting!.rows),
        underWay: asideOf(face, underWay!.rows, begun!.rows),
      }
    },
  }
}

const planned = (face: ReturnType<typeof cardFace>, row: Row) => ({
  ...face(row, row.is_worked === true),
  hours: round(Number(row.hours)),
  isWorked: row.is_worked === true,
  isFixed: row.is_fixed === true,
  outSince: (row.out_since ?? null) as string | null,
})

const asideOf = (face: ReturnType<typeof cardFace>, cards: readonly Row[], counts: readonly Row[]) => ({
  count: counts.reduce((sum, row) => sum + Number(row.count ?? 0), 0),
  cards: cards.map((row) => planned(face, row)),
})

function day(context: Context): ReadPlan<AnswerOf<typeof dispatchDay>> {
  const { day: at, from, ...asked } = read(dispatchDay.input, context.input) as unknown as Asked & { day: string; from?: number | null }
  const kinds = kindsOf(asked)
  const face = cardFace(kinds, context)
  return {
    queries: [dayQuery(kinds, context, asked, at, from ?? 0) ?? none],
    answer: ([rows]) => ({
      cards: rows!.rows.slice(0, cardsAtOnce).map((row) => planned(face, row)),
      hasMore: rows!.rows.length > cardsAtOnce,
    }),
  }
}

/** The planning calendar: days with their cards, and the load of people and teams. */
export const planAnswers: readonly Answer[] = [answer(dispatchPlan, { read: plan }), answer(dispatchDay, { read: day })]
