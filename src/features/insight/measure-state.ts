import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { chartKinds } from '#contract/kit/figures/chart-kind.ts'
import { during, hasPeriods, type Measure, openFigures, openGroups } from '#contract/kit/figures/measure.ts'
import { measures } from '#contract/registry.ts'
import { comparisons, type MeasureState } from '#src/kit/chart/measure-address.ts'
import { kindsOf } from '#src/kit/chart/measure-chart.ts'
import { type Filter, filtersOf, wiresOf } from '#src/kit/list/search/filters.ts'

/** The measures whose rows a person may list. */
export const measuresFor = (rights: ReadonlySet<string>): readonly Measure[] => measures.filter(({ of }) => rights.has(`${of.name}.list`))

/** What a measure may be filtered by on its page, of the fields that the tenant shows. */
export function measureFilters(of: Measure, view: View): Filter[] {
  const offered = new Set<string>([...of.filters, ...(of.period ? [of.period] : [])])
  return filtersOf(view).filter(({ name }) => offered.has(name))
}

/** Reads the address; unknown or unreadable parts are what is usual. */
export function readMeasure(search: URLSearchParams, of: Measure, view: View): MeasureState {
  const [groups, figures] = [openGroups(of, view), openFigures(of, view)]
  const oneOf = (name: string, known: readonly string[]): string | undefined => known.find((one) => one === search.get(name))
  const group = oneOf('group', groups) ?? groups[0]!
  const split = oneOf(
    'split',
    groups.filter((one) => one !== group),
  )
  const figure = oneOf('figure', figures) ?? figures[0]!
  const kinds = kindsOf(of, of.figures[figure]!, group, split)
  const kind = chartKinds.find((one) => one === search.get('kind') && kinds.includes(one)) ?? kinds[0]!
  const wires = new Set(measureFilters(of, view).flatMap((filter) => wiresOf(filter)))
  for (const name of of.needs ?? []) wires.add(wireName(name, of.of.fields[name]!))
  if (of.amounts) for (const end of [`${during}_ge`, `${during}_le`]) wires.add(end)
  const filters = Object.fromEntries([...search].filter(([wire, value]) => wires.has(wire) && value !== ''))
  const compare = hasPeriods(of) ? comparisons.find((one) => one === search.get('compare')) : undefined
  return { group, split, figure, kind, filters, compare }
}

/** The figures that the page asks for: all, but of registers too large to read each time those that are counted beside them and the chosen one. */
export function askedFigures(of: Measure, view: View, figure: string): string[] {
  const open = openFigures(of, view)
  if (!of.of.large) return open
  const kept = open.filter((name) => ['count', 'sum'].includes(of.figures[name]!.kind) && !of.figures[name]!.where)
  return kept.includes(figure) ? kept : [...kept, figure]
}
