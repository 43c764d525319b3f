import type { Entity } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { momentOf } from '#contract/kit/time/moment.ts'
import type { Parameters, Query } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { moments, newestFirst, reversed } from '../read/filter.ts'
import { tableName } from '../table.ts'
import { talliedCount, talliedMonths } from './tally.ts'

/** Embeds a query in another statement: adds its parameters to `into` and renumbers the placeholders. */
export function embedQuery({ text, values = [] }: Query, into: Parameters): string {
  const before = into.values.length
  for (const value of values) into.add(value)
  return `(${text.replace(/\$(\d+)/g, (_, place: string) => `$${before + Number(place)}`)})`
}

const monthOf = (iso: string): number => Number(iso.slice(0, 7).replace('-', ''))

/**
 * The exact count of a list since or until a moment. If most rows lie between, it is the count from the count table minus the rows before
 * and after; else the rows are counted by `each`. The counts by month decide which one reads less. Undefined if no count table covers the
 * other filters. `conditionsOf`: builds the conditions of a request, whose moments must have been validated.
 */
export function countBetween(
  view: View,
  context: Context,
  each: Query,
  conditionsOf: (of: Context) => { readonly into: Parameters; readonly where: string },
): Query | undefined {
  const { [moments.since]: since, [moments.until]: until, ...input } = context.input
  const unbounded = { ...context, input }
  const whole = talliedCount(view.entity, unbounded)
  const { where, into } = conditionsOf(unbounded)
  const months = whole && talliedMonths(view.entity, unbounded)
  if (!months) return undefined
  const [between, outside]: [string[], string[]] = [[], []]
  for (const [typed, inside, beyond] of [
    [since, '>=', '<'],
    [until, '<=', '>'],
  ] as const) {
    const moment = typeof typed === 'string' ? momentOf(typed) : undefined
    if (moment === undefined) continue
    between.push(`m.key ${inside} ${monthOf(moment)}`)
    outside.push(`(select count(*) from ${tableName(view.entity)} t where ${where} and t.created_at ${beyond} ${into.add(moment)})`)
  }
  const isMost = `(select sum(m.n) filter (where ${between.join(' and ')}) * 2 > sum(m.n) from ${embedQuery(months, into)} m)`
  return {
    text: `select case when ${isMost} then ${embedQuery(whole, into)} - ${outside.join(' - ')} else ${embedQuery(each, into)} end`,
    values: into.values,
    once: true,
  }
}

/** The first moment of a month, from SQL of its key. */
const begin = (key: string): string => `make_timestamptz(${key} / 100, ${key} % 100, 1, 0, 0, 0, 'UTC')`
const end = (key: string): string => `make_timestamptz((${key} + 88 * (${key} % 100 / 12)) / 100, ${key} % 100 % 12 + 1, 1, 0, 0, 0, 'UTC')`

/**
 * SQL of the keys (tenant_id, id) of a page of the newest rows, read from the nearest start of a month on either side of it. The position
 * of a month comes from the count table in the same snapshot, so the pages equal those counted from the first row. Undefined if no count
 * table has the answer.
 */
export function pageFromMonth(
  of: Entity,
  context: Context,
  page: { readonly table: string; readonly where: string; readonly into: Parameters; readonly size: number; readonly offset: number },
): string | undefined {
  const { table, where, into, size, offset } = page
  const months = talliedMonths(of, context)
  if (!months?.isAll) return undefined
  const at = into.add(offset)
  const keys = `select t.tenant_id, t.id from ${table} t where ${where}`
  // `newer`: number of rows that come before the month in the list; `upto`: including the month.
  return `with months as materialized (select key, (sum(n) over w - n)::bigint as newer, (sum(n) over w)::bigint as upto from ${embedQuery(months, into)} m window w as (order by key desc)),
    behind as materialized (select key, ${at}::bigint - newer as far from months where newer <= ${at}::bigint order by newer desc limit 1),
    ahead as materialized (select key, upto - ${at}::bigint as far from months
      where upto >= least(${at}::bigint + ${size}, (select max(upto) from months)) order by upto limit 1),
    way as materialized (select behind.far <= ahead.far - ${size} as is_behind from behind, ahead)
    (${keys} and (select is_behind from way) and t.created_at < (select ${end('key')} from behind)
      order by ${newestFirst} limit ${size} offset (select far from behind))
    union all (${keys} and not (select is_behind from way) and t.created_at >= (select ${begin('key')} from ahead)
      order by ${reversed(newestFirst)} limit (select greatest(0, least(far, ${size})) from ahead) offset (select greatest(0, far - ${size}) from ahead))`
}
