import { cardsAtOnce, cardsOfCell, mostOfTray, mostPlanCards } from '#contract/calls/service/dispatch.ts'
import { type OrderKind, workedColumns } from '#contract/kit/entity/order-kind.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { type Asked, type Orders, ordersOf, together } from './order-sql.ts'

/** What the calendar is asked for. */
export interface PlanAsked extends Asked {
  readonly from: string
  readonly to: string
  /** Cells are of a day and lane, else of a day. */
  readonly inLanes: boolean
}

const worked = (stands: string): string => `${stands} in (${workedColumns.map((one) => `'${one}'`).join(', ')})`

/** Urgent ones first, what is done last. */
const order = 'is_worked, place nulls last, due nulls last, id'

/** SQL of the orders of a kind that stand on a day of the calendar: by their planned day, else by the day they are due. */
interface Planned {
  readonly found: Orders
  readonly day: string
  /** Open orders whose planned day has passed; those of kinds that cannot be planned stay on their day. */
  readonly isPast: string
  /** Those of them that may be planned for another day wait in the tray. */
  readonly isInTray: string
  /** The others are under way: sent out, or begun. */
  readonly isUnderWay: string
}

/** Joins a statement over the orders of each kind. */
function overKinds(
  kinds: readonly OrderKind[],
  context: Context,
  asked: Asked,
  select: (planned: Planned) => string,
  all: (union: string) => string,
): Query | undefined {
  const today = homeDay(context.occurredAt)
  const whole = new Parameters()
  const queries = kinds.flatMap((kind): Query[] => {
    const found = ordersOf(kind, context, asked)
    if (!found) return []
    const { into } = found
    const day = found.planned
    const isPast = kind.planned === undefined ? 'false' : `(not ${worked(found.stands)} and ${day} < ${into.add(today)}::date)`
    const [isInTray, isUnderWay] = [`(${isPast} and not ${found.isFixed})`, `(${isPast} and ${found.isFixed})`]
    const text = select({ found, day, isPast, isInTray, isUnderWay })
    return [{ text, values: into.values }]
  })
  const union = together(queries, whole)
  return union === undefined ? undefined : { text: all(union), values: whole.values, once: true }
}

const rank = ({ urgency }: Orders): string => `array_position(array['critical', 'urgent'], ${urgency})`

/** What a card says, beside the columns that order it. */
const face = ({ id, lane, laneName, due, planned, urgency, hours, stands, isFixed, outSince, card }: Orders, place: string): string =>
  `${worked(stands)} as is_worked, ${isFixed} as is_fixed, ${outSince} as out_since, ${place} as place, ${due} as due, ${id} as id, ${planned}::text as planned, ${urgency} as urgency, ${hours} as hours,
    ${lane} as lane, ${laneName} as lane_name, ${card}`

/** The work of each lane and day, kind by kind. */
export const loadsQuery = (kinds: readonly OrderKind[], context: Context, { from, to, ...asked }: PlanAsked): Query | undefined =>
  overKinds(
    kinds,
    context,
    asked,
    ({ found, day, isPast }) => {
      const { lane, laneName, hours, from: rows, into } = found
      return `select ${lane} as lane, ${day}::text as day, max(${laneName}) as name, count(*)::int as count, sum(${hours})::float8 as hours ${rows}
        and ${day} between ${into.add(from)}::date and ${into.add(to)}::date and ${isPast} is not true group by 1, 2`
    },
    (union) => union,
  )

/** The first cards of every cell, kind by kind. Only they get their texts, so that a day of thousands costs its count alone. */
export const cellsQuery = (kinds: readonly OrderKind[], context: Context, { from, to, inLanes, ...asked }: PlanAsked): Query | undefined =>
  overKinds(
    kinds,
    context,
    asked,
    ({ found, day, isPast }) => {
      const { id, into, stands, due, lane } = found
      const within = `${day} between ${into.add(from)}::date and ${into.add(to)}::date and ${isPast} is not true`
      const all = `array_agg(${id} order by ${worked(stands)}, ${rank(found)} nulls last, ${due} nulls last, ${id})`
      const firsts = `select unnest((${all})[1:${cardsOfCell}]) ${found.from} and ${within} group by ${inLanes ? `${day}, ${lane}` : day}`
      return `select ${day}::text as day, ${face(found, rank(found))} ${found.from} and ${id} in (${firsts}) limit ${mostPlanCards}`
    },
    (union) => union,
  )

const plannable = (kinds: readonly OrderKind[]): OrderKind[] => kinds.filter(({ planned }) => planned !== undefined)

/** Beside the days: what waits for a new day, or what is under way. */
export type Aside = 'isInTray' | 'isUnderWay'

/** The open orders whose planned day has passed, longest overdue first. */
export const asideQuery = (aside: Aside, kinds: readonly OrderKind[], context: Context, asked: Asked): Query | undefined =>
  overKinds(
    plannable(kinds),
    context,
    asked,
    (planned) =>
      `select ${face(planned.found, 'null::int')} ${planned.found.from} and ${planned[aside]} order by ${planned.found.due} nulls last, ${planned.found.id} limit ${mostOfTray}`,
    (union) => `select q.* from (${union}) q order by q.due nulls last, q.id limit ${mostOfTray}`,
  )

/** How many they are, kind by kind. */
export const asideCountQuery = (aside: Aside, kinds: readonly OrderKind[], context: Context, asked: Asked): Query | undefined =>
  overKinds(
    plannable(kinds),
    context,
    asked,
    (planned) => `select count(*)::int as count ${planned.found.from} and ${planned[aside]}`,
    (union) => union,
  )

/** One page of the orders of a day, and the first of the next. */
export const dayQuery = (kinds: readonly OrderKind[], context: Context, asked: Asked, day: string, offset: number): Query | undefined =>
  overKinds(
    kinds,
    context,
    asked,
    ({ found, day: at, isPast }) => {
      const { from, into } = found
      return `select ${face(found, rank(found))} ${from} and ${at} = ${into.add(day)}::date and ${isPast} is not true
        order by ${order} limit ${offset + cardsAtOnce + 1}`
    },
    (union) => `select * from (${union}) q order by ${order} limit ${cardsAtOnce + 1} offset ${offset}`,
  )
