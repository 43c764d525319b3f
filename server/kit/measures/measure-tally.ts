import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Figure, Wanted } from '#contract/kit/figures/measure.ts'
import { Parameters } from '#server/db/query.ts'
import { keySql } from '../counts/tally.ts'
import { talliedCrossed, talliedGroups, talliedSum } from '../counts/tally-groups.ts'
import type { Asked } from './measure-ask.ts'

/** All filters by which a figure narrows its rows. */
export const narrowings = (figure: Figure): readonly Wanted[] => [
  ...(figure.where ? [figure.where] : []),
  ...(figure.kind === 'ratio' ? [figure.part, ...(figure.after ? [figure.after] : [])] : []),
]

/** Whether a figure is computed by adding up counts, or sums of a field for which `isSum` holds. */
export const addsUp = (figure: Figure, isSum: (field: string) => boolean): boolean =>
  figure.kind === 'count' || figure.kind === 'ratio' || (figure.kind === 'sum' && isSum(figure.of))

/** The only field that all these filters use; no `name` if they use none, undefined if they use several. */
function toldField(of: Entity, wanted: readonly Wanted[]): { readonly name?: string } | undefined {
  const wires = [...new Set(wanted.flatMap((one) => Object.keys(one)))]
  if (wires.length === 0) return {}
  const name = Object.keys(of.fields).find((one) => wireName(one, of.fields[one]!) === wires[0])
  return wires.length === 1 && name !== undefined ? { name } : undefined
}

/**
 * The figures of a measure from the count table: `source` with `group_key`, `part_key`, `n` and `amount`, and SQL of each figure over it.
 * Figures that narrow their rows are possible if all do so by one field. Undefined if the count table has no exact answer.
 */
export function talliedMeasure(
  asked: Asked,
): { readonly source: string; readonly columns: readonly string[]; readonly values: readonly unknown[] } | undefined {
  const { of, context, wanted, group, split } = asked
  const sum = talliedSum(of.of)
  const [grouping, splitting] = [of.groups[group]!, split === undefined ? undefined : of.groups[split]!]
  if (sum === undefined || wanted.keyword || splitting?.as) return undefined
  const figures = asked.figures.map((name): Figure => of.figures[name]!)
  const fields: Readonly<Record<string, Field>> = of.of.fields
  const isKept = (figure: Figure): boolean => addsUp(figure, (name) => name === sum)
  const told = toldField(of.of, figures.flatMap(narrowings))
  if (!told || !figures.every(isKept)) return undefined
  const narrowed = { ...context, input: wanted }
  const source =
    (grouping.as ? undefined : talliedGroups(of.of, narrowed, grouping.by, splitting?.by, told.name)) ??
    talliedCrossed(of.of, narrowed, { grouping, split: splitting?.by, told: told.name, today: asked.today })
  if (!source) return undefined
  const into = new Parameters(source.values)
  const within = (filters: readonly (Wanted | undefined)[]): string => {
    const conditions = filters.flatMap((one) =>
      Object.values(one ?? {}).map((typed) => keySql(`coalesce(t.told_key, '')`, fields[told.name!]!, typed, '', into)),
    )
    return conditions.length > 0 ? ` filter (where ${conditions.join(' and ')})` : ''
  }
  const columns = figures.map((figure) => {
    if (figure.kind === 'sum') return `coalesce(sum(t.amount)${within([figure.where])}, 0)::numeric(20,2)`
    if (figure.kind !== 'ratio') return `coalesce(sum(t.n)${within([figure.where])}, 0)::bigint`
    const all = `nullif(sum(t.n)${within([figure.where])}, 0)`
    const share = `round(100.0 * coalesce(sum(t.n)${within([figure.where, figure.part])}, 0) / ${all}, 1)::float8`
    return figure.after ? `case when sum(t.n)${within([figure.after])} > 0 then ${share} end` : share
  })
  return { source: source.text, columns, values: into.values }
}
