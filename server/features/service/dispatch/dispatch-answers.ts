import { cardsAtOnce, dispatchBoard, dispatchCards, mostDispatchLanes } from '#contract/calls/service/dispatch.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type DispatchColumn, dispatchColumns, type OrderKind, orderKinds, workedColumns } from '#contract/kit/entity/order-kind.ts'
import { machinesOf } from '#contract/registry.ts'
import { Parameters, type Query, type Row } from '#server/db/query.ts'
import { holdsRight } from '#server/features/identity/public.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { isTeamOpen } from '../team/team.ts'
import { cardFace } from './card-face.ts'
import { type Asked, cardsQuery, countsQuery } from './order-sql.ts'

type Board = AnswerOf<typeof dispatchBoard>
type Cards = AnswerOf<typeof dispatchCards>

/** The kinds that are asked for; all without a choice. */
export function kindsOf({ kinds }: Asked): readonly OrderKind[] {
  const names = kinds?.split(',').filter(Boolean)
  return names?.length ? orderKinds.filter(({ name }) => names.includes(name)) : orderKinds
}

/** The rights of people to whom this person may give orders of some kind; none where they may give none away. */
function givable({ actor }: Context, kinds: readonly OrderKind[]): { readonly people: readonly string[]; readonly toTeams: boolean } {
  const able = kinds.filter(({ of, assign }) => {
    const steps = machinesOf(of).flatMap((on) => Object.entries(on.steps))
    const mays = steps.flatMap(([name, { may }]) => (may && assign?.person?.steps.includes(name) ? [may] : []))
    return mayList(actor, of) && mays.some((may) => actor.rights.has(may))
  })
  return {
    people: [...new Set(able.flatMap(({ assign }) => assign?.person?.holds ?? []))],
    toTeams: able.some(({ assign }) => assign?.team !== undefined),
  }
}

export const none: Query = { text: 'select 1 where false', values: [] }

/** People and teams who may get orders, with the keys of their lanes. */
export function takersQuery(context: Context, kinds: readonly OrderKind[]): Query {
  const { people, toTeams } = givable(context, kinds)
  if (people.length === 0) return none
  const into = new Parameters()
  const tenant = into.add(context.actor.tenantId)
  const scope = scopeSql(user, context.actor, 't', into)
  const mayWork = people.map((right) => `(${holdsRight(right)})`).join(' or ')
  const persons = `(select 'p:' || t.id as lane, t.real_name as name from app_user t where t.tenant_id = ${tenant} and (${mayWork})${scope ? ` and ${scope}` : ''}
    order by 2, 1 limit ${mostDispatchLanes})`
  const teams = `(select 't:' || g.id, g.team_name from service_team g where g.tenant_id = ${tenant} and ${isTeamOpen} order by 2, 1 limit ${mostDispatchLanes})`
  return { text: toTeams ? `${persons} union all ${teams}` : persons, values: into.values }
}

function board(context: Context): ReadPlan<Board> {
  const { lanes: inLanes, ...asked } = read(dispatchBoard.input, context.input) as Asked & { lanes?: number | null }
  const kinds = kindsOf(asked)
  return {
    queries: [countsQuery(kinds, context, asked, inLanes === 1) ?? none, inLanes === 1 ? takersQuery(context, kinds) : none],
    answer([found, takers]) {
      const columns = Object.fromEntries(Object.keys(dispatchColumns).map((name) => [name, 0]))
      const lanes = new Map<string, { name: string | null; rows: Row[] }>()
      for (const row of found!.rows) {
        columns[String(row.stands)]! += Number(row.count)
        const lane = lanes.get(String(row.lane)) ?? { name: (row.name ?? null) as string | null, rows: [] }
        lane.rows.push(row)
        lanes.set(String(row.lane), lane)
      }
      for (const { lane, name } of takers!.rows) if (!lanes.has(String(lane))) lanes.set(String(lane), { name: String(name), rows: [] })
      if (!lanes.has('_none')) lanes.set('_none', { name: null, rows: [] })
      const sum = (rows: readonly Row[], of: string): number => rows.reduce((all, row) => all + Number(row[of]), 0)
      const all = [...lanes].map(([key, { name, rows }]) => ({
        key,
        name,
        counts: Object.fromEntries(
          [...new Set(rows.map((row) => String(row.stands)))].map((column) => [
            column,
            sum(
              rows.filter((row) => row.stands === column),
              'count',
            ),
          ]),
        ),
        open: sum(
          rows.filter((row) => row.stands !== ('done' satisfies DispatchColumn)),
          'count',
        ),
        overdue: sum(rows, 'overdue'),
        hours: Math.round(sum(rows, 'hours') * 100) / 100,
      }))
      const first = all.filter(({ key }) => key === '_none')
      const others = all.filter(({ key }) => key !== '_none').sort((one, other) => other.open - one.open)
      const kept = new Set(others.slice(0, mostDispatchLanes - 1))
      return { columns, lanes: [...first, ...others.filter((one) => kept.has(one))], left: others.length - kept.size }
    },
  }
}

function cards(context: Context): ReadPlan<Cards> {
  const { from, ...asked } = read(dispatchCards.input, context.input) as Asked & { from?: number | null }
  const kinds = kindsOf(asked)
  const face = cardFace(kinds, context)
  return {
    queries: [cardsQuery(kinds, context, asked, from ?? 0) ?? none],
    answer: ([rows]) => ({
      cards: rows!.rows.slice(0, cardsAtOnce).map((row) => face(row, workedColumns.includes(asked.column!))),
      hasMore: rows!.rows.length > cardsAtOnce,
    }),
  }
}

/** The dispatch board: counts of columns and lanes, and cards. */
export const dispatchAnswers: readonly Answer[] = [answer(dispatchBoard, { read: board }), answer(dispatchCards, { read: cards })]
