import { cardsAtOnce } from '#contract/calls/service/dispatch.ts'
import { dept as deptEntity } from '#contract/entities/identity/dept.ts'
import { type DispatchColumn, doneDays, type OrderKind, workedColumns } from '#contract/kit/entity/order-kind.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { dayStart, daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { entityNamed } from '#contract/registry.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { mayList, teamSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { embedQuery } from '#server/kit/counts/tally-months.ts'
import { isLink, titleSql } from '#server/kit/read/links.ts'
import { conditionsOf } from '#server/kit/read/list.ts'
import { columnName, tableName } from '#server/kit/table.ts'

/** What the board is asked for. */
export interface Asked {
  readonly kinds?: string | null
  readonly deptId?: string | null
  readonly urgency?: string | null
  readonly mine?: number | null
  readonly column?: DispatchColumn
  readonly lane?: string | null
}

/** SQL over `t`, a row of a kind, and `d`, its device. */
export interface Orders {
  readonly id: string
  readonly from: string
  readonly into: Parameters
  readonly lane: string
  readonly laneName: string
  readonly stands: string
  readonly due: string
  readonly planned: string
  readonly hours: string
  readonly urgency: string
  /** Its planned day stays: it was sent out, or its work has begun. */
  readonly isFixed: string
  /** The day since which it is outside. */
  readonly outSince: string
  readonly card: string
}

type ColumnSql = (name: string | undefined) => string | undefined

/** SQL of a day of a field: of a time the day at the hospital. */
const dayOf = (column: string, field: Field): string => (field.kind === 'time' ? homeDaySql(column) : column)

/** The fields of a kind as columns; undefined for what it does not have or the hospital hides. */
const columnsOf =
  (kind: OrderKind, view: View): ColumnSql =>
  (name) =>
    name !== undefined && name in view.fields ? `t.${columnName(name, kind.of.fields[name]!)}` : undefined

/** SQL that a row fits a column; the columns before it may fit as well. */
function fits(kind: OrderKind, column: DispatchColumn): string {
  const { states, where = {} } = kind.columns[column]!
  const { fields } = kind.of
  const at = (name: string): string => `t.${columnName(name, fields[name]!)}`
  const parts = states ? [`${at(kind.state!)} in (${states.map((state) => `'${state}'`).join(', ')})`] : []
  for (const [name, value] of Object.entries(where)) {
    const held = fields[name]!.kind === 'flag' ? value : `'${value}'`
    parts.push(value === '_none' ? `${at(name)} is null` : value === '_some' ? `${at(name)} is not null` : `${at(name)} = ${held}`)
  }
  return parts.length === 0 ? 'true' : parts.join(' and ')
}

const columnsIn = (kind: OrderKind): DispatchColumn[] => Object.keys(kind.columns) as DispatchColumn[]

/** SQL of the day by which a row has to be done; null where the kind has none. */
function dueSql({ due, of }: OrderKind, column: ColumnSql): string {
  const at = column(due?.by)
  if (!due || !at) return 'cast(null as date)'
  const day = dayOf(at, of.fields[due.by]!)
  return due.after ? `(${day} + ${due.after})` : day
}

/** SQL that the planned day of an open order can no longer change: in its state no field is edited. */
function fixedSql({ state, of }: OrderKind): string {
  const open = state === undefined ? undefined : of.editable?.[state]
  return open ? `(t.${columnName(state!, of.fields[state!]!)} not in (${open.map((one) => `'${one}'`).join(', ')}))` : 'false'
}

/** SQL of what is to be done: a text, a choice, or the title of a link. */
function whatSql({ what, of }: OrderKind, column: ColumnSql, tenant: string): string {
  const at = column(what)
  if (!what || !at) return 'null::text'
  const field = of.fields[what]!
  return isLink(field) ? titleSql(entityNamed(field.to!), tenant, at) : `left(${at}, 200)`
}

/** SQL that a row is in one of the columns that are asked for, of the last one only what was done in the last days. */
function inColumns(kind: OrderKind, column: ColumnSql, asked: Asked, today: string, into: Parameters): string {
  const doneAt = column(kind.doneAt)
  const since = daysAfter(today, 1 - doneDays)
  const shown = (asked.column ? [asked.column] : columnsIn(kind)).map((one) => {
    if (one !== 'done' || !doneAt) return `(${fits(kind, one)})`
    const from = kind.of.fields[kind.doneAt!]!.kind === 'time' ? `${into.add(dayStart(since))}::timestamptz` : `${into.add(since)}::date`
    return `(${fits(kind, one)} and ${doneAt} >= ${from})`
  })
  return `(${shown.join(' or ')})`
}

/** The orders of a kind that a person sees; undefined where the person may not list them, or the filters or hidden fields leave none. */
export function ordersOf(kind: OrderKind, context: Context, asked: Asked): Orders | undefined {
  const { actor } = context
  const { of } = kind
  if (!mayList(actor, of) || (asked.column && !kind.columns[asked.column])) return undefined
  const view = actor.settings.view(of)
  // A kind whose condition stands on a field that the hospital hides is left out, as in the calendar of due things.
  if (Object.keys(kind.where ?? {}).some((name) => !(name in view.fields))) return undefined
  const column = columnsOf(kind, view)
  const [person, urgency] = [column(kind.person), column(kind.urgency)]
  if ((asked.urgency && !urgency) || (asked.mine && !person)) return undefined
  const today = homeDay(context.occurredAt)
  const { where, into } = conditionsOf(view, { ...context, input: kind.where ?? {} })
  const tenant = into.add(actor.tenantId)
  const due = dueSql(kind, column)
  const stands = `case ${columnsIn(kind)
    .map((one) => `when ${fits(kind, one)} then '${one}'`)
    .join(' ')} end`
  const workers = (
    [
      ['p', kind.person],
      ['t', kind.team],
      ['s', kind.provider],
    ] as const
  ).flatMap(([mark, name]) => {
    const at = column(name)
    const field = name === undefined ? undefined : of.fields[name]
    return at && isLink(field) ? [{ mark, at, name: titleSql(entityNamed(field.to!), tenant, at) }] : []
  })
  const cases = (then: (worker: (typeof workers)[number]) => string): string =>
    workers.map((worker) => `when ${worker.at} is not null then ${then(worker)}`).join(' ')
  const lane = workers.length > 0 ? `case ${cases(({ mark, at }) => `'${mark}:' || ${at}`)} else '_none' end` : `'_none'::text`
  const dept = column(kind.dept) ?? 'd.use_dept_id'
  const parts = [where, inColumns(kind, column, asked, today, into)]
  if (asked.column) parts.push(`${stands} = ${into.add(asked.column)}`)
  if (asked.lane) parts.push(`${lane} = ${into.add(asked.lane)}`)
  const planned = column(kind.planned)
  // What someone has planned is work, however far the day is on which it is due.
  if (kind.dueWithin !== undefined) {
    const isNear = `${due} <= ${into.add(daysAfter(today, kind.dueWithin))}::date`
    parts.push(planned ? `(${isNear} or ${planned} is not null)` : isNear)
  }
  if (asked.deptId)
    parts.push(`${dept} in (select b.id from dept a join dept b on b.tenant_id = a.tenant_id and b.path >= a.path and b.path < a.path || chr(127)
      where a.tenant_id = ${tenant} and a.id = ${into.add(asked.deptId)})`)
  if (asked.urgency) parts.push(`${urgency} = ${into.add(asked.urgency)}`)
  if (asked.mine) {
    const ofTeam = of.scope?.team && column(kind.team) ? ` or ${person} is null and ${teamSql(of, of.scope.team, actor, 't', into)}` : ''
    parts.push(`(${person} = ${into.add(actor.userId)}${ofTeam})`)
  }
  const hours = column(kind.hours)
  const text = (sql: string | undefined): string => `${sql ?? 'null'}::text`
  const row = 't'
  const [id, version] = ['id', 'version'].map((name) => `${row}.${name}`)
  return {
    into,
    id: id!,
    lane,
    laneName: workers.length > 0 ? `case ${cases(({ name }) => name)} end` : 'null::text',
    stands,
    due,
    planned: planned ? `coalesce(${dayOf(planned, of.fields[kind.planned!]!)}, ${due})` : due,
    hours: `coalesce(${hours ?? 'null'}, 0)::float8`,
    urgency: text(urgency),
    isFixed: fixedSql(kind),
    outSince: text(column(kind.outSince)),
    card: `'${kind.name}'::text as kind, ${text(column(of.title))} as number, d.device_name, d.device_code, ${titleSql(deptEntity, tenant, dept)} as dept_name,
      ${whatSql(kind, column, tenant)} as what, ${text(column(kind.state))} as state, ${version}::int as version`,
    from: `from ${tableName(of)} ${row} left join device d on d.tenant_id = ${tenant} and d.id = ${row}.${columnName(kind.device, of.fields[kind.device]!)} where ${parts.join(' and ')}`,
  }
}

/** Joins the statements of the kinds to one; undefined where there are none. */
export function together(queries: readonly Query[], into: Parameters): string | undefined {
  return queries.length === 0 ? undefined : queries.map((query) => embedQuery(query, into)).join(' union all ')
}

/** The orders by lane and column, kind by kind: their number, how many are overdue, and the hours still planned until the end of the week. */
export function countsQuery(kinds: readonly OrderKind[], context: Context, asked: Asked, inLanes: boolean): Query | undefined {
  const today = homeDay(context.occurredAt)
  const into = new Parameters()
  const queries = kinds.flatMap((kind): Query[] => {
    const found = ordersOf(kind, context, asked)
    if (!found) return []
    const { from, lane, laneName, stands, due, planned, hours } = found
    const [now, sunday] = [found.into.add(today), found.into.add(daysAfter(mondayOf(today), 6))]
    const isOpen = `${stands} not in (${workedColumns.map((one) => `'${one}'`).join(', ')})`
    const text = `select ${inLanes ? lane : `'_none'::text`} as lane, ${stands} as stands, ${inLanes ? `max(${laneName})` : 'null::text'} as name, count(*)::int as count,
        (count(*) filter (where ${isOpen} and ${due} < ${now}))::int as overdue,
        coalesce(sum(${hours}) filter (where ${isOpen} and ${planned} <= ${sunday}), 0)::float8 as hours ${from} group by 1, 2`
    return [{ text, values: found.into.values }]
  })
  const text = together(queries, into)
  return text === undefined ? undefined : { text, values: into.values, once: true }
}

/** One page of cards and the first of the next: urgent ones first, then by the day. */
export function cardsQuery(kinds: readonly OrderKind[], context: Context, asked: Asked, offset: number): Query | undefined {
  const into = new Parameters()
  const queries = kinds.flatMap((kind): Query[] => {
    const found = ordersOf(kind, context, asked)
    if (!found) return []
    const { id, from, lane, laneName, due, planned, urgency, card } = found
    const rank = `array_position(array['critical', 'urgent'], ${urgency})`
    const text = `select ${rank} as place, ${due} as due, ${id} as id, ${planned}::text as planned, ${urgency} as urgency, ${lane} as lane, ${laneName} as lane_name, ${card} ${from}
      order by 1 nulls last, 2 nulls last, 3 limit ${offset + cardsAtOnce + 1}`
    return [{ text, values: found.into.values }]
  })
  const text = together(queries, into)
  return text === undefined
    ? undefined
    : {
        text: `select * from (${text}) q order by 1 nulls last, 2 nulls last, 3 limit ${cardsAtOnce + 1} offset ${offset}`,
        values: into.values,
        once: true,
      }
}
