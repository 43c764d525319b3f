import type { Entity } from '#contract/kit/entity.ts'
import type { Grouping } from '#contract/kit/measure.ts'
import { bandsOf } from '#contract/kit/measure-groups.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { seesAll } from './access.ts'
import type { Context } from './context.ts'
import { filledShare } from './select.ts'
import { columnName } from './table.ts'
import { filtersOf, keySql, limits, togetherSql } from './tally.ts'
import { filledDim, noDept, type Tally, tallies } from './tally-facts.ts'
import { crossedDim, importantOf } from './tally-table.ts'

/** The column that a tally sums up, by the name of its field; undefined for an entity without a tally. */
export const talliedSum = (of: Entity): string | undefined => tallies.find((one) => one.of === of)?.amount

const none = 'null::text'
const wholeKey = `nullif(c.key, '')`
const dimIs = (dim: string, into: Parameters): string => `c.dim = ${into.add(dim)}`

/** What a tally has under these conditions, added up by three keys. */
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
 * Rows of what is counted beside an entity's rows, to be added up: `group_key`, `part_key` and `told_key` (null: none), `n`, `amount`. By one field or more;
 * with the filters of the request, which must have been found right. `told`: a field whose values choose among the rows afterwards. Undefined where the
 * tally does not tell exactly. The tenant is the first parameter of a statement of its own; `into`: those of the statement that it becomes a part of.
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

/** The key of a grouping from the first part of a kept key over the alias `c`: ages are told by the day that they count from. */
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
 * The same by a grouping that is kept together with the told choice for those who see all: locations, ages, bands and years. `split` and `told`: that choice.
 * `today`: the day that ages are counted to.
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
 * The same by completeness: `group_key` is the share of the important fields of the view that are filled, worked out of what is counted by which are.
 * Undefined where the filters ask for more than departments.
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
 * The same by which important fields are filled: `group_key` has a 1 or 0 for each, in the order of `importantOf`. Undefined where the tally does not tell what
 * the person sees.
 */
export function talliedFilled(of: Entity, context: Context): Query | undefined {
  const tally = tallies.find((one) => one.of === of && one.filled)
  const into = new Parameters()
  const limit = tally && limits(of, context.actor, undefined, into)
  return limit === undefined ? undefined : summed(tally!, [wholeKey, none, none], [limit, dimIs(filledDim, into)], into)
}

/** The link that few rows have and that these filters ask to be empty, by its wire name. */
export function emptyLink(of: Entity, { input }: Context): string | undefined {
  const wires = tallies.find((one) => one.of === of)?.few?.map((name) => wireName(name, of.fields[name]!))
  return wires?.find((wire) => input[wire] === '_none')
}

/** Whether few rows have a value of this flag. */
export const isRareFlag = (of: Entity, name: string): boolean =>
  of.fields[name]!.kind === 'flag' && tallies.some((one) => one.of === of && one.few?.includes(name))
