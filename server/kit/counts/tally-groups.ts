import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Grouping } from '#contract/kit/figures/measure.ts'
import { bandsOf } from '#contract/kit/figures/measure-groups.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { seesAll } from '../access/access.ts'
import type { Context } from '../context.ts'
import { filledShare } from '../read/select.ts'
import { columnName } from '../table.ts'
import { filtersOf, keySql, limits, togetherSql } from './tally.ts'
import { filledDim, noDept, type Tally, tallies } from './tally-facts.ts'
import { crossedDim, importantOf } from './tally-table.ts'

/** The field that an entity's count table sums; undefined for an entity without one. */
export const talliedSum = (of: Entity): string | undefined => tallies.find((one) => one.of === of)?.amount

const none = 'null::text'
const wholeKey = `nullif(c.key, '')`
const dimIs = (dim: string, into: Parameters): string => `c.dim = ${into.add(dim)}`

/** Sums a count table under these conditions, grouped by three keys. */
const summed = (
  tally: Tally,
  [group, part, told]: readonly [string, string, string],
  where: readonly string[],
  into: Parameters,
): Query => ({
  text: `select ${group} as group_key, ${part} as part_key, ${told} as told_key, sum(c.n) as n, sum(c.value) as amount
    from ${tally.table} c where ${where.join(' and ')} group by 1, 2, 3 having sum(c.n) <> 0`,
  values: into.values,
})

/**
 * Counts from the count table, still to be added up: `group_key`, `part_key` and `told_key` (null: no value), `n`, `amount`. Groups by one
 * or more fields and applies the filters of the request, which must have been validated. `told`: a field whose values select among the rows
 * later. Undefined if the count table has no exact answer. In a statement of its own the tenant is the first parameter; `into`: the
 * parameters of the statement that it becomes part of.
 */
export function talliedGroups(
  of: Entity,
  context: Context,
  group: string,
  split?: string,
  told?: string,
  into = new Parameters(),
): Query | undefined {
  const tally = tallies.find((one) => one.of === of)
  const filters = tally && filtersOf(tally, context)
  if (!filters) return undefined
  const dept = of.scope!.dept!
  const depts = filters.get(dept)
  const limit = limits(of, context.actor, depts, into)
  if (limit === undefined) return undefined
  filters.delete(dept)
  const asked = [group, split, told].filter((name) => name !== undefined)
  const fields = [...new Set([...asked, ...filters.keys()])].filter((name) => name !== dept)
  const where = [limit]
  let keyOf: (name: string) => string
  if (fields.length <= 1 && fields.every((name) => tally.by.includes(name))) {
    const [only] = fields
    const typed = only === undefined ? undefined : filters.get(only)
    where.push(dimIs(only === undefined ? '' : columnName(only, of.fields[only]!), into))
    if (typed !== undefined) where.push(keySql('c.key', of.fields[only!]!, typed, '', into))
    keyOf = (name) => (name === dept ? `nullif(c.dept_id, '${noDept}')::text` : wholeKey)
  } else if (
    fields.every((name) => tally.together.includes(name)) &&
    seesAll(of, context.actor) &&
    depts === undefined &&
    !asked.includes(dept)
  ) {
    where.push(dimIs('*', into))
    if (filters.size > 0) where.push(togetherSql(tally, filters, into))
    keyOf = (name) => `nullif(split_part(c.key, '|', ${tally.together.indexOf(name) + 1}), '')`
  } else return undefined
  const [part, further] = [split, told].map((name) => (name === undefined ? none : keyOf(name)))
  return summed(tally, [keyOf(group), part!, further!], where, into)
}

/** SQL of a grouping's key, from the first part of a stored key over the alias `c`. Ages are computed from the stored day. */
function crossedGroup(of: Entity, grouping: Grouping, today: string): string {
  const kept = `nullif(split_part(c.key, '|', 1), '')`
  if (grouping.as !== 'age') return kept
  const digits = (day: string | undefined): string => `'${day!.replaceAll('-', '')}'`
  const bands = bandsOf(grouping, of.fields[grouping.by]!, today).map(({ key, wanted }) => {
    const [least, most] = [wanted[`${grouping.by}_ge`], wanted[`${grouping.by}_le`]]
    const within = [...(least ? [`${kept} >= ${digits(least)}`] : []), ...(most ? [`${kept} <= ${digits(most)}`] : [])]
    return `when ${within.join(' and ')} then '${key}'`
  })
  return `case ${bands.join(' ')} end`
}

/**
 * The same by a grouping that is stored in combination with the choice `told`, for people who see all rows: locations, ages, bands and
 * years. `split` and `told` must be that choice. `today`: the day for which ages are computed.
 */
export function talliedCrossed(
  of: Entity,
  context: Context,
  {
    grouping,
    split,
    told,
    today,
  }: { readonly grouping: Grouping; readonly split?: string; readonly told?: string; readonly today: string },
): Query | undefined {
  const tally = tallies.find((one) => one.of === of)
  const filters = tally && filtersOf(tally, context)
  const crossed = tally?.crossed
  if (!filters || !crossed?.by.some(({ by, as }) => by === grouping.by && as === grouping.as) || !seesAll(of, context.actor))
    return undefined
  if ([split, told, ...filters.keys()].some((name) => name !== undefined && name !== crossed.told)) return undefined
  const into = new Parameters()
  const toldKey = `nullif(split_part(c.key, '|', 2), '')`
  const typed = filters.get(crossed.told)
  const where = [
    limits(of, context.actor, undefined, into)!,
    dimIs(crossedDim(tally!, grouping), into),
    ...(typed === undefined ? [] : [keySql(`coalesce(${toldKey}, '')`, of.fields[crossed.told]!, typed, '', into)]),
  ]
  const keyOf = (name: string | undefined): string => (name === undefined ? none : toldKey)
  return summed(tally!, [crossedGroup(of, grouping, today), keyOf(split), keyOf(told)], where, into)
}

/**
 * The same by completeness: `group_key` is the share of the view's important fields that are filled, computed from the counts by filled
 * fields. Undefined if there are filters other than departments.
 */
export function talliedShares(view: View, context: Context): Query | undefined {
  const { entity: of } = view
  const tally = tallies.find((one) => one.of === of)
  const filters = tally?.filled ? filtersOf(tally, context) : undefined
  if (!filters) return undefined
  const dept = of.scope!.dept!
  if ([...filters.keys()].some((name) => name !== dept)) return undefined
  const into = new Parameters()
  const limit = limits(of, context.actor, filters.get(dept), into)
  if (limit === undefined) return undefined
  const places = importantOf(of)
  const share = filledShare(view, (name) => `substr(${wholeKey}, ${places.indexOf(name) + 1}, 1)::int`)
  return summed(tally!, [`(${share})::text`, none, none], [limit, dimIs(filledDim, into)], into)
}

/**
 * The same by filled fields: `group_key` has a 1 or 0 for each important field, in the order of `importantOf`. Undefined if the count table
 * does not match what the person sees.
 */
export function talliedFilled(of: Entity, context: Context): Query | undefined {
  const tally = tallies.find((one) => one.of === of && one.filled)
  const into = new Parameters()
  const limit = tally && limits(of, context.actor, undefined, into)
  return limit === undefined ? undefined : summed(tally!, [wholeKey, none, none], [limit, dimIs(filledDim, into)], into)
}

/** The wire name of a rarely set link that the filters require to be empty. */
export function emptyLink(of: Entity, { input }: Context): string | undefined {
  const wires = tallies.find((one) => one.of === of)?.few?.map((name) => wireName(name, of.fields[name]!))
  return wires?.find((wire) => input[wire] === '_none')
}

/** Whether the flag is set in few rows. */
export const isRareFlag = (of: Entity, name: string): boolean =>
  of.fields[name]!.kind === 'flag' && tallies.some((one) => one.of === of && one.few?.includes(name))
