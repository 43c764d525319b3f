import { scaleOf } from '#contract/kit/fields/amount.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Figure, Grouping, Wanted } from '#contract/kit/figures/measure.ts'
import { bandsOf } from '#contract/kit/figures/measure-groups.ts'
import { entityNamed } from '#contract/registry.ts'
import { homeTimeSql } from '#server/db/home-time.ts'
import type { Parameters, Query } from '#server/db/query.ts'
import { type KeptRows, keptRows } from '../counts/kept-counts.ts'
import { summedSql } from '../counts/summed.ts'
import { filters } from '../read/filter.ts'
import { conditionsOf } from '../read/list.ts'
import { refusalOf } from '../refuse.ts'
import { columnName, tableName, titleColumn } from '../table.ts'
import { amountColumn, amountsJoin } from './amounts.ts'
import type { Asked } from './measure-ask.ts'
import { addsUp, narrowings, talliedMeasure } from './measure-tally.ts'

/** The condition that the list would use for some filters, over the alias `t`. */
function conditionOf({ view }: Asked, wanted: Wanted, into: Parameters): string {
  const found = filters(view, wanted, into)
  if (found.problems.length > 0) throw refusalOf(found.problems)
  return found.where.join(' and ') || 'true'
}

const periodFormat = { day: 'YYYY-MM-DD', week: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const

/** The key of a group as text, over the alias `t`. Bands use the list filters that select them. */
function keyOf(asked: Asked, grouping: Grouping, field: Field, into: Parameters): string {
  const column = `t.${columnName(grouping.by, field)}`
  switch (grouping.as) {
    case 'age':
    case 'band': {
      const bands = bandsOf(grouping, field, asked.today)
      return `case ${bands.map(({ key, wanted }) => `when ${conditionOf(asked, wanted, into)} then '${key}'`).join(' ')} end`
    }
    case 'day':
    case 'week':
    case 'month':
    case 'year': {
      const at = field.kind === 'time' ? homeTimeSql(column) : column
      return `to_char(${grouping.as === 'week' ? `date_trunc('week', ${at})` : at}, '${periodFormat[grouping.as]}')`
    }
    default:
      return `${column}::text`
  }
}

/** The count table that answers a measure in this grouping; each of its rows stands for `n` rows. */
function keptRowsOf({ of, wanted, group, split, figures }: Asked): KeptRows | undefined {
  const groupings = [of.groups[group]!, ...(split === undefined ? [] : [of.groups[split]!])]
  const shown = figures.map((name) => of.figures[name]!)
  const found = keptRows(of.of, groupings, [wanted, ...shown.flatMap(narrowings)])
  return found && shown.every((figure) => addsUp(figure, (name) => name === found.sum)) ? found : undefined
}

/** SQL of a figure over the rows `t`. */
export function figureSql(asked: Asked, figure: Figure, into: Parameters, isKept: boolean): string {
  const { fields } = asked.of.of
  const column = (name: string): string => `t.${columnName(name, fields[name]!)}`
  const minutesSql = ({ from, to }: { readonly from: string; readonly to: string }): string =>
    `extract(epoch from ${column(to)} - ${column(from)}) / 60`
  const where = figure.where ? ` filter (where ${conditionOf(asked, figure.where, into)})` : ''
  const count = (filter: string): string => (isKept ? `coalesce(sum(t.n)${filter}, 0)` : `count(*)${filter}`)
  switch (figure.kind) {
    case 'count':
      return `(${count(where)})::int`
    case 'sum':
      return `coalesce(sum(${isKept ? 't.value' : summedSql(asked.of.of, figure.of, 't')})${where}, 0)::numeric(20,${scaleOf(fields[figure.of]) ?? 0})`
    case 'median':
    case 'mean': {
      const minutes =
        'of' in figure ? column(figure.of) : `${minutesSql(figure)}${figure.less ? ` - coalesce(${column(figure.less)}, 0)` : ''}`
      // A mean price keeps its cents.
      const digits = Math.max(1, ('of' in figure && scaleOf(fields[figure.of])) || 1)
      if (figure.kind === 'mean') return `round((avg(${minutes})${where})::numeric, ${digits})::float8`
      return `round((percentile_cont(0.5) within group (order by (${minutes})::float8)${where})::numeric, 1)::float8`
    }
    case 'inTime': {
      const limit = Object.entries(figure.minutes).map(([choice, most]) => `when ${into.add(choice)} then ${into.add(most)}::int`)
      const most = `case ${column(figure.by)} ${limit.join(' ')} end`
      const since = `extract(epoch from ${into.add(asked.context.occurredAt)}::timestamptz - ${column(figure.from)}) / 60`
      const isLate = `${column(figure.to)} is null and ${conditionOf(asked, figure.waits, into)} and ${since} > ${most}`
      const isInTime = `case when ${isLate} then 0 else (${minutesSql(figure)} <= ${most})::int end`
      return `round((100.0 * avg(${isInTime})${where})::numeric, 1)::float8`
    }
    case 'span': {
      const end = `coalesce(${column(figure.to)}, ${homeTimeSql(`timestamp '${asked.today}'`)})`
      const minutes = `greatest(extract(epoch from ${end} - ${column(figure.from)}) / 60, 0)`
      return `round(coalesce(sum(${minutes})${where}, 0), 1)::float8`
    }
    case 'lasting': {
      const sum = (name: string): string => `coalesce(sum(t.${amountColumn(name)})${where}, 0)`
      const value = `(${sum(figure.of)}${figure.less ? ` - ${sum(figure.less)}` : ''})${figure.unit === 'percent' ? ' * 100.0' : ''}`
      return `round((${value}${figure.by ? ` / nullif(${sum(figure.by)}, 0)` : ''})::numeric, 1)::float8`
    }
    case 'share': {
      const sum = (name: string): string => `coalesce(sum(${summedSql(asked.of.of, name, 't')})${where}, 0)`
      return `round(100.0 * ${sum(figure.of)} / nullif(${figure.by.map(sum).join(' + ')}, 0), 1)::float8`
    }
    case 'ratio': {
      const part = conditionOf(asked, figure.part, into)
      const both = figure.where ? `${conditionOf(asked, figure.where, into)} and ${part}` : part
      const share = `round(100.0 * ${count(` filter (where ${both})`)} / nullif(${count(where)}, 0), 1)::float8`
      return figure.after ? `case when ${count(` filter (where ${conditionOf(asked, figure.after, into)})`)} > 0 then ${share} end` : share
    }
  }
}

/**
 * One statement for a measure: each figure of all rows (`is_total`), of each group and, if split, of each part of a group. Rows have `key`,
 * `part`, the titles of linked rows, and the figures as `f0`, `f1`, ….
 */
export function measureQuery(asked: Asked): Query {
  const { of, view, context, wanted, group, split } = asked
  const { fields } = of.of
  const [grouping, splitting] = [of.groups[group]!, split === undefined ? undefined : of.groups[split]!]
  // Filters are parsed even if a count table answers, so that an invalid one is refused.
  const { into, where } = conditionsOf(view, { ...context, input: wanted })
  const kept = talliedMeasure(asked)
  const params = kept ? undefined : into
  const rows = kept ? undefined : keptRowsOf(asked)
  let source = kept?.source
  if (!source) {
    const columns = rows?.columns.map((column) => `t.${column}`).join(', ')
    const key = rows?.keys[0] ?? keyOf(asked, grouping, fields[grouping.by]!, into)
    const part = splitting ? (rows?.keys[1] ?? keyOf(asked, splitting, fields[splitting.by]!, into)) : 'null::text'
    const amounts = asked.figures.some((name) => of.figures[name]!.kind === 'lasting')
      ? amountsJoin(of, asked.during, context.actor.tenantId, into)
      : undefined
    const keys = `${key} as group_key, ${part} as part_key`
    source = rows
      ? `select ${keys}, ${columns}, sum(t.n) as n, sum(t.value) as value from ${rows.table} t where ${where} group by 1, 2, ${columns} having sum(t.n) <> 0`
      : `select t.*${amounts ? ', amounts.*' : ''}, ${keys} from ${tableName(of.of)} t${amounts ?? ''} where ${where}`
  }
  const columns = kept?.columns ?? asked.figures.map((name) => figureSql(asked, of.figures[name]!, into, rows !== undefined))
  const sets = `(), (t.group_key)${split === undefined ? '' : ', (t.group_key, t.part_key)'}`
  const partial = split === undefined ? 'null::text as part, 1 as is_whole' : 't.part_key as part, grouping(t.part_key) as is_whole'
  const names = [
    [grouping, 'key', 'g'],
    [splitting, 'part', 's'],
  ].flatMap(([one, column, alias]) => {
    const field = one && !(one as Grouping).as ? fields[(one as Grouping).by] : undefined
    if (field?.kind !== 'link') return []
    const to = entityNamed(field.to)
    const title = titleColumn(to)
    return [
      {
        column: `${alias}.${title} as ${column as string}_name`,
        join: ` left join ${tableName(to)} ${alias} on ${alias}.tenant_id = $1 and ${alias}.id = q.${column}::uuid`,
      },
    ]
  })
  const first = names[0]?.column.startsWith('g.') ? ', key_name' : ''
  return {
    text: `select q.*${names.map(({ column }) => `, ${column}`).join('')} from (select t.group_key as key, ${partial}, grouping(t.group_key) as is_total,
      ${columns.map((column, index) => `${column} as f${index}`).join(', ')} from (${source}) t group by grouping sets (${sets})) q${names.map(({ join }) => join).join('')}
      order by is_total desc, is_whole desc, f0 desc nulls last${first}, q.key, q.part`,
    values: params?.values ?? kept!.values,
    once: true,
  }
}
