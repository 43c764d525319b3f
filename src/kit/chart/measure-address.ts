import type { ChartKind } from '#contract/kit/figures/chart-kind.ts'
import type { Measure } from '#contract/kit/figures/measure.ts'

/** Earlier periods that a measure is compared with: the one before, and the same days a year ago. */
export const comparisons = ['previous', 'yearAgo'] as const
export type Comparison = (typeof comparisons)[number]

/** State of the page of measures; stored in its address, so that a link restores it. */
export interface MeasureState {
  readonly group: string
  readonly split: string | undefined
  readonly figure: string
  readonly kind: ChartKind
  readonly filters: Readonly<Record<string, string>>
  /** The earlier period beside the chosen one. */
  readonly compare?: Comparison | undefined
}

/** The address of a measure's page, or of another page that shows the same. */
export function measureAddress(of: Measure, state: Partial<MeasureState> = {}, page = '/eam/report'): string {
  const { filters, ...parts } = state
  const given = Object.entries({ measure: of.name, ...parts, ...filters }).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  )
  return `${page}?${new URLSearchParams(given as [string, string][])}`
}
