import type { Tone } from '#contract/kit/fields/field.ts'
import type { ChartKind } from '#contract/kit/figures/chart-kind.ts'
import type { FigureUnit } from '#contract/kit/figures/measure.ts'

export interface ChartLabel {
  readonly key: string
  readonly label: string
  /** What a state or result means; it sets the colour. */
  readonly tone?: Tone
  /** How many choices before it have the same tone. */
  readonly shade?: number
}

/** One colour of a chart, with a value per category; null for none. */
export interface ChartSeries extends ChartLabel {
  readonly values: readonly (number | null)[]
  /** Index among all possible series, which sets the colour; among the shown ones when absent. */
  readonly place?: number
}

/** The content of a chart, independent of its drawing. */
export interface ChartData {
  readonly kind: ChartKind
  /** Name of the figure. */
  readonly figure: string
  readonly unit: FigureUnit
  /** Name of the grouping. */
  readonly by: string
  /** Whether the values of groups can be added up. */
  readonly isAdditive?: boolean
  /** Whether the groups have an order of their own: periods, ages, bands. */
  readonly isOrdered?: boolean
  readonly categories: readonly ChartLabel[]
  readonly series: readonly ChartSeries[]
}

/** Most categories drawn; the table shows all of them. */
export const mostCategories: Readonly<Record<ChartKind, number>> = {
  bar: 40,
  column: 60,
  line: 240,
  stacked: 40,
  donut: 8,
  heat: 24,
  treemap: 40,
}

/** Most columns whose names have room when they stand in no order of their own. */
const namedColumns = 24

/** Pixels of height per horizontal bar. */
const barHeight = 20

/** Height in pixels of a chart of its own on a page: all bars that may be drawn have room. */
export const pageHeight = (kind: ChartKind, categories: number): number =>
  kind === 'bar' || kind === 'stacked' ? Math.max(380, 40 + barHeight * Math.min(categories, mostCategories[kind])) : 380

/** Key of the mark that adds up the categories without room. */
const restKey = ' rest'

/** The mark of the categories without room; none where values cannot be added up or the kind shows a matrix. */
function restOf(data: ChartData, from: number): ((value: ChartSeries) => number) | undefined {
  if (!data.isAdditive || data.isOrdered || data.kind === 'heat') return undefined
  return ({ values }) => values.slice(from).reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

/**
 * The categories that fit into the height: the first ones and the sum of the rest where values can be added up; of periods the last ones.
 * `restName`: what the rest of so many categories is called.
 */
export function visiblePart(data: ChartData, height: number, restName: (count: number) => string): ChartData {
  const fits = data.kind === 'bar' || data.kind === 'stacked' ? Math.floor((height - 40) / barHeight) : Number.POSITIVE_INFINITY
  const named = data.kind === 'column' && data.isOrdered === false ? namedColumns : Number.POSITIVE_INFINITY
  const most = Math.min(mostCategories[data.kind], fits, named)
  if (data.categories.length <= most) return data
  const isPeriod = data.kind === 'line' || (data.kind === 'column' && data.isOrdered !== false)
  const restAt = most - 1
  const rest = restOf(data, restAt)
  if (rest)
    return {
      ...data,
      categories: [...data.categories.slice(0, restAt), { key: restKey, label: restName(data.categories.length - restAt), tone: 'plain' }],
      series: data.series.map((one) => ({ ...one, values: [...one.values.slice(0, restAt), rest(one)] })),
    }
  const cut = <T>(all: readonly T[]): readonly T[] => (isPeriod ? all.slice(-most) : all.slice(0, most))
  return { ...data, categories: cut(data.categories), series: data.series.map((one) => ({ ...one, values: cut(one.values) })) }
}

/** Whether there is nothing to draw. A share of 0 % is a cell of a heat map, as one of nothing is none. */
export const isEmpty = ({ kind, unit, series }: ChartData): boolean =>
  series.every(({ values }) => values.every((value) => value === null || (value === 0 && !(kind === 'heat' && unit === 'percent'))))

/** The largest value, which sets the unit of durations for the whole chart. */
export const largestOf = ({ series }: ChartData): number =>
  Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))

/** A number or text as a CSV field; a text that a spreadsheet would read as a formula is prefixed with a quote. */
function csvField(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** The values of a chart as CSV, with a byte order mark so that Excel detects UTF-8. */
export function csvOf(data: ChartData): string {
  const rows = [
    [data.by, ...data.series.map(({ label }) => label)],
    ...data.categories.map(({ label }, index) => [label, ...data.series.map(({ values }) => values[index] ?? null)]),
  ]
  return `\ufeff${rows.map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`
}
