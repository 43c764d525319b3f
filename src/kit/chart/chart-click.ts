import type { ChartKind } from '#contract/kit/figures/chart-kind.ts'

/** A click event of ECharts: on a mark, or on an axis label, which has no series. */
export interface ChartClick {
  readonly dataIndex?: number
  readonly seriesIndex?: number
  readonly data?: unknown
}

/**
 * The indices of the clicked category and series. Heat cells carry both in their data, donut and treemap slices carry the category as `at`. Undefined
 * for a click between marks, such as on the background of a treemap, which ECharts reports as a mark.
 */
export function placeOf(kind: ChartKind, { dataIndex, seriesIndex = 0, data }: ChartClick): readonly [number, number] | undefined {
  if (kind === 'heat') return Array.isArray(data) ? [Number(data[0]), Number(data[1])] : undefined
  const at = kind === 'donut' || kind === 'treemap' ? (data as { at?: number } | undefined)?.at : dataIndex
  return at === undefined ? undefined : [at, seriesIndex]
}
