import type { FigureUnit } from '#contract/kit/measure.ts'

/** bar: ranked, from the left; column: in a given order, from below; heat: two groupings; treemap and donut: shares of a whole. */
export const chartKinds = ['bar', 'column', 'line', 'stacked', 'donut', 'heat', 'treemap'] as const
export type ChartKind = (typeof chartKinds)[number]

export interface ChartLabel {
  readonly key: string
  readonly label: string
}

/** One colour of a chart; a value for each category, null where there is none. */
export interface ChartSeries extends ChartLabel {
  readonly values: readonly (number | null)[]
  /** The place among all series that there can be, which gives the colour; among those that are shown when absent. */
  readonly place?: number
}

/** What a chart shows, independent of how it is drawn. */
export interface ChartData {
  readonly kind: ChartKind
  /** What the figure is called. */
  readonly figure: string
  readonly unit: FigureUnit
  /** What the categories are grouped by. */
  readonly by: string
  readonly categories: readonly ChartLabel[]
  readonly series: readonly ChartSeries[]
}

/** The most categories that are drawn; a table shows the others. */
export const mostCategories: Readonly<Record<ChartKind, number>> = {
  bar: 15,
  column: 60,
  line: 240,
  stacked: 15,
  donut: 8,
  heat: 20,
  treemap: 40,
}

/** Pixels that a bar from the left needs for its name. */
const barHeight = 20

/** The first categories of a chart, as many as can be read in its height. Periods keep their last ones. */
export function visiblePart(data: ChartData, height: number): ChartData {
  const fits = data.kind === 'bar' || data.kind === 'stacked' ? Math.floor((height - 40) / barHeight) : Number.POSITIVE_INFINITY
  const most = Math.min(mostCategories[data.kind], fits)
  const isPeriod = data.kind === 'line' || data.kind === 'column'
  const cut = <T>(all: readonly T[]): readonly T[] => (isPeriod ? all.slice(-most) : all.slice(0, most))
  if (data.categories.length <= most) return data
  return { ...data, categories: cut(data.categories), series: data.series.map((one) => ({ ...one, values: cut(one.values) })) }
}

/** Whether there is anything to draw. */
export const isEmpty = ({ series }: ChartData): boolean =>
  series.every(({ values }) => values.every((value) => value === null || value === 0))

/** A number or text as a field of CSV; texts that a sheet would read as a formula get a quote before them. */
function csvField(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** The values behind a chart as CSV with a byte order mark, so that Excel reads Chinese. */
export function csvOf(data: ChartData): string {
  const rows = [
    [data.by, ...data.series.map(({ label }) => label)],
    ...data.categories.map(({ label }, index) => [label, ...data.series.map(({ values }) => values[index] ?? null)]),
  ]
  return `\ufeff${rows.map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`
}
