import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { momentOf } from '#contract/kit/time/moment.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { seesAll } from '../access/access.ts'
import type { Context } from '../context.ts'
import { moments, withoutFilter } from '../read/filter.ts'
import { shownSearchSql } from '../read/search.ts'
import { columnName, tableName } from '../table.ts'
import type { KeptCounts } from './kept-counts.ts'

/**
 * A log whose entries triggers count by day (`log_count`); names of table and columns. Indexes serve the newest entries of all and of each
 * kind.
 */
export interface CountedLog {
  readonly table: string
  /** Column of the timestamp by which the newest entries come first. */
  readonly at: string
  /** The columns of `kind` and `act`, if entries are counted by them. */
  readonly kinds?: readonly [kind: string, act: string]
  /** Column with the id of the row that an entry is about. */
  readonly row?: string
}

/** A counted log that is an entity; `kinds` are names of its fields. */
export interface CountedEntity {
  readonly of: Entity
  readonly kinds: readonly [kind: string, act: string]
  /** The plan for a keyword, if the searched texts of the log repeat. */
  holding?(tenantId: string, filter: LogFilter, keyword: string): CountedLogPlan
}

/** The logs that are entities, as registered by the modules. */
export const countedEntities: CountedEntity[] = []

/** Which entries to find. An entry must match one value per list; moments are ISO strings. */
export interface LogFilter {
  readonly kinds?: readonly string[] | undefined
  readonly acts?: readonly string[] | undefined
  /** Kinds to leave out. */
  readonly except?: readonly string[] | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  /** Rows whose entries are left out: a kind, and SQL of ids in the column `row` of the log. */
  hidden?(into: Parameters): readonly { readonly kind: string; readonly ids: string }[]
}

export interface CountedLogPlan {
  /** The exact total as `total`, from the daily counts; days that a moment cuts are counted from the index. */
  readonly total: Query
  /** `tenant_id`, `id` and `at` of one page, read from the day in which the page begins. */
  keys(size: number, offset: number): Query
}

const begin = (day: string): string => `(${day})::timestamp at time zone 'UTC'`
const dayOf = (moment: string): string => moment.slice(0, 10)

/** Finds the total and a page of the newest entries without counting entries one by one. */
export function countedLogPlan(log: CountedLog, tenantId: string, filter: LogFilter): CountedLogPlan {
  const { table, at, row } = log
  const { kinds, acts, except, since, until } = filter
  const [kind, act] = log.kinds ?? []
  const into = new Parameters()
  const tenant = into.add(tenantId)
  const ofTenant = `t.tenant_id = ${tenant}`
  // Conditions on the counts `c`, and on the entries `t`.
  const [counted, rows]: [string[], string[]] = [[`c.tenant_id = ${tenant}`, `c.log = '${table}'`], []]
  const isByKind = kinds !== undefined || acts !== undefined
  if (!isByKind && !except?.length) counted.push(`c.kind = '' and c.act = ''`)
  else {
    counted.push(`c.kind <> ''`)
    const among = (column: string, own: string | undefined, values: readonly string[] | undefined, is: string) => {
      if (!values) return
      const place = `${into.add(values)}::text[]`
      counted.push(`c.${column} ${is}(${place})`)
      rows.push(`t.${own} ${is}(${place})`)
    }
    among('kind', kind, kinds, '= any')
    among('act', act, acts, '= any')
    among('kind', kind, except, '<> all')
  }
  const pairs = `select distinct c.kind, c.act from log_count c where ${counted.join(' and ')}`
  const hidden = filter.hidden?.(into) ?? []
  const shown = hidden.map((one) => `(t.${kind} <> '${one.kind}' or t.${row} not in (${one.ids}))`)
  const [from, to] = [since && into.add(since), until && into.add(until)]
  const bounds = [...(from ? [`t.${at} >= ${from}::timestamptz`] : []), ...(to ? [`t.${at} <= ${to}::timestamptz`] : [])]
  const [first, last] = [since && `${into.add(dayOf(since))}::date`, until && `${into.add(dayOf(until))}::date`]
  const whole = (day: string) => [...(first ? [`${day} > ${first}`] : []), ...(last ? [`${day} < ${last}`] : [])]
  const day = `(t.${at} at time zone 'UTC')::date`
  const cut = [...new Set(since && until && dayOf(since) === dayOf(until) ? [first] : [first, last])].flatMap((one) => one || [])
  const parts = [
    `select c.day, c.n from log_count c where ${[...counted, ...whole('c.day')].join(' and ')}`,
    ...cut.map(
      (one) => `select ${one}, (select count(*) from ${table} t where ${[ofTenant, ...rows, ...shown, ...bounds].join(' and ')}
        and t.${at} >= ${begin(one)} and t.${at} < ${begin(`${one} + 1`)})`,
    ),
    ...hidden.map(
      (one) => `select ${day}, -1 from ${table} t
        where ${[ofTenant, ...rows, `t.${kind} = '${one.kind}'`, `t.${row} in (${one.ids})`, ...whole(day)].join(' and ')}`,
    ),
  ]
  const days = `select d.day, sum(d.n)::bigint as n from (${parts.join(' union all ')}) d group by d.day having sum(d.n) <> 0`
  return {
    total: { text: `select coalesce(sum(d.n), 0)::bigint as total from (${days}) d`, values: into.values },
    keys(size, offset) {
      const place = into.copy()
      const skipped = `${place.add(offset)}::bigint`
      const skip = `(select ${skipped} - newer from behind)`
      const keys = (conditions: string[], limit: string, rest = '') =>
        `t.tenant_id, t.id, t.${at} as at from ${table} t where ${[ofTenant, ...conditions, ...shown, ...bounds].join(' and ')}
          and t.${at} < ${begin('(select day from behind) + 1')} and t.${at} >= ${begin(`coalesce((select day from ahead), '-infinity')`)}
          order by t.${at} desc, t.id desc limit ${limit}${rest}`
      // Each kind is read in the order of its own index.
      const found = isByKind
        ? `f.tenant_id, f.id, f.at from (${pairs}) k cross join lateral (select ${keys([`t.${kind} = k.kind`, `t.${act} = k.act`], `${size} + ${skip}`)}) f
          order by f.at desc, f.id desc limit ${size} offset ${skip}`
        : keys(rows, String(size), ` offset ${skip}`)
      return {
        text: `with days as materialized (${days}), run as materialized (select day, n, (sum(n) over (order by day desc))::bigint as upto from days),
          behind as materialized (select day, upto - n as newer from run where upto > ${skipped} order by day desc limit 1),
          ahead as materialized (select day from run where upto >= ${skipped} + ${size} order by day desc limit 1)
          select ${found}`,
        values: place.values,
      }
    },
  }
}

/**
 * The same for the list of an entity. Undefined if the request filters by something that is not counted or wants another order, or if the
 * person does not see all rows. The filters must have been validated.
 */
export function countedListPlan(view: View, context: Context, keyword: string): CountedLogPlan | undefined {
  const of = view.entity
  const found = countedEntities.find((one) => one.of === of)
  if (!found || !seesAll(of, context.actor)) return undefined
  // A keyword must not search fields that the hospital hides.
  if (keyword && (!found.holding || shownSearchSql(view, keyword, new Parameters()))) return undefined
  const { input, actor } = context
  const filter: { kinds?: string[]; acts?: string[]; since?: string; until?: string } = {}
  for (const [key, typed] of Object.entries(input)) {
    if (typed === undefined || typed === null || typed === '' || (withoutFilter.has(key) && !['ascs', 'descs'].includes(key))) continue
    const place = found.kinds.findIndex((name) => wireName(name, of.fields[name]!) === key)
    if (key === moments.since) filter.since = momentOf(String(typed))!
    else if (key === moments.until) filter.until = momentOf(String(typed))!
    else if (place >= 0 && typeof typed === 'string' && !/(^|,)_(none|some)(,|$)/.test(typed))
      filter[place === 0 ? 'kinds' : 'acts'] = typed.split(',')
    else return undefined
  }
  const [kind, act] = found.kinds
  const columns = [columnName(kind, of.fields[kind]!), columnName(act, of.fields[act]!)] as const
  const log = { table: tableName(of), at: 'created_at', kinds: columns }
  return keyword ? found.holding!(actor.tenantId, filter, keyword) : countedLogPlan(log, actor.tenantId, filter)
}

/** The count tables of the logs, for folding. */
export const logCounts: readonly KeptCounts[] = [
  { table: 'log_word', keys: ['log', 'word', 'month'], sums: ['n'] },
  { table: 'log_count', keys: ['log', 'kind', 'act', 'day'], sums: ['n'] },
]
