import type { Field } from '#contract/kit/fields/field.ts'
import type { ChartKind } from '#contract/kit/figures/chart-kind.ts'
import {
  type Figure,
  groupName,
  groupWords,
  isAdditive,
  type Measure,
  type Measured,
  type MeasureGroup,
  type Wanted,
} from '#contract/kit/figures/measure.ts'
import { isPeriod, meet } from '#contract/kit/figures/measure-groups.ts'
import type { Language } from '#contract/kit/words.ts'
import type { ChartData, ChartLabel, ChartSeries } from './chart-data.ts'

const numberOf = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value)
const keyOf = ({ key }: MeasureGroup): string => key ?? ''

/** Chart kinds suited to a figure, the default first. Shares of a whole need an additive figure. */
export function kindsOf(of: Measure, figure: Figure, group: string, split: string | undefined): readonly ChartKind[] {
  const { as, by } = of.groups[group]!
  const sums = isAdditive(figure)
  if (split !== undefined) return sums ? ['stacked', 'heat'] : ['heat']
  if (isPeriod(as)) return sums ? ['column', 'line', 'bar'] : ['line', 'column', 'bar']
  if (as === 'age' || as === 'band') return sums ? ['column', 'bar', 'donut'] : ['column', 'bar']
  const isShort = of.of.fields[by]!.kind !== 'link'
  return sums ? (isShort ? ['bar', 'column', 'donut', 'treemap'] : ['bar', 'treemap', 'column']) : ['bar', 'column']
}

/** The tone of a group of a measure. */
export const toneOf = (of: Measure, group: string, key: string | null): ToneShade => toneOfChoice(of.of.fields[of.groups[group]!.by], key)

type ToneShade = Pick<ChartLabel, 'tone' | 'shade'>

/** The tone of a choice as its field declares it, and how many choices before it have the same. */
export function toneOfChoice(field: Field | undefined, key: string | null): ToneShade {
  const tone = field?.kind === 'choice' && key !== null ? field.of[key]?.tone : undefined
  if (field?.kind !== 'choice' || tone === undefined) return {}
  const before = Object.entries(field.of).slice(0, Object.keys(field.of).indexOf(key!))
  return { tone, shade: before.filter(([, choice]) => choice.tone === tone).length }
}

/** The groups in the order of a chart and of the table below it: ranked by the figure unless the grouping or the kind has an order of its own. */
export function orderedGroups(of: Measure, found: Measured, name: string, kind: ChartKind): readonly MeasureGroup[] {
  const { as, by } = of.groups[found.group]!
  if (as !== undefined) return found.rows
  const isChoice = of.of.fields[by]!.kind !== 'link'
  if (kind === 'donut' && isChoice) return found.rows
  const size = (row: MeasureGroup): number => numberOf(row.values[name]) ?? 0
  return [...found.rows].sort((one, other) => size(other) - size(one))
}

/** Builds the chart of one figure. Choices without rows are left out unless the grouping is ordered. */
export function chartOf(of: Measure, found: Measured, name: string, kind: ChartKind, language: Language): ChartData {
  const figure = of.figures[name]!
  const isOrdered = of.groups[found.group]!.as !== undefined
  const rows = orderedGroups(of, found, name, kind).filter((row) => isOrdered || (numberOf(row.values[name]) ?? 0) !== 0)
  const whole: ChartSeries = { key: name, label: figure[language], values: rows.map((row) => numberOf(row.values[name])) }
  return {
    kind,
    figure: figure[language],
    unit: figure.unit,
    by: groupWords(of, found.group)[language],
    isAdditive: isAdditive(figure),
    isOrdered,
    categories: rows.map((row) => ({ key: keyOf(row), label: groupName(row, language), ...toneOf(of, found.group, row.key) })),
    series: found.split === null ? [whole] : partsOf(of, found.split, rows, name, language),
  }
}

/** A series per part with rows. Choices keep their order and colour, whichever others have rows. */
function partsOf(of: Measure, split: string, rows: readonly MeasureGroup[], name: string, language: Language): ChartSeries[] {
  const field = of.of.fields[of.groups[split]!.by]!
  const choices = field.kind === 'choice' ? Object.keys(field.of) : []
  const parts = new Map(rows.flatMap((row) => (row.parts ?? []).map((part) => [keyOf(part), part] as const)))
  const series = [...parts].flatMap(([key, part]) => {
    const values = rows.map((row) => numberOf(row.parts?.find((one) => keyOf(one) === key)?.values[name]))
    const place = choices.indexOf(key)
    return values.some((value) => value)
      ? [{ key, label: groupName(part, language), ...toneOf(of, split, part.key), values, ...(place < 0 ? {} : { place }) }]
      : []
  })
  return series.sort((one, other) => (one.place ?? choices.length) - (other.place ?? choices.length))
}

/** The group at a place of a chart; its part when the measure is split. */
export function groupAt(found: Measured, data: ChartData, category: number, series: number): MeasureGroup | undefined {
  const row = found.rows.find((one) => keyOf(one) === data.categories[category]?.key)
  return found.split === null ? row : row?.parts?.find((one) => keyOf(one) === data.series[series]?.key)
}

/** The list page of exactly the rows behind a figure; undefined when the filters exclude each other. Upper bounds of times are shortened to days. */
export function listAddress(of: Measure, figure: Figure, filter: Wanted): string | undefined {
  const wanted = meet(filter, figure.where ?? {})
  if (!wanted) return undefined
  const isMoment = (wire: string): boolean => wire.endsWith('_le') && of.of.fields[wire.slice(0, -3)]?.kind === 'time'
  const search = new URLSearchParams(Object.entries(wanted).map(([wire, value]) => [wire, isMoment(wire) ? value.slice(0, 10) : value]))
  return `${of.page}?${search}`
}
