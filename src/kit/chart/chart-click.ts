import type { ChartKind } from './chart-data.ts'

/** What ECharts says of a click: on a mark, or on a name along an axis, which has no series. */
export interface ChartClick {
  readonly dataIndex?: number
  readonly seriesIndex?: number
  readonly data?: unknown
}

/**
 * The places of the category and the colour that were clicked: cells say them as numbers, shares carry the place of their category. Undefined between
 * the marks: the ground of a treemap is a mark to ECharts.
 */
export function placeOf(kind: ChartKind, { dataIndex, seriesIndex = 0, data }: ChartClick): readonly [number, number] | undefined {
  if (kind === 'heat') return Array.isArray(data) ? [Number(data[0]), Number(data[1])] : undefined
  const at = kind === 'donut' || kind === 'treemap' ? (data as { at?: number } | undefined)?.at : dataIndex
  return at === undefined ? undefined : [at, seriesIndex]
}
