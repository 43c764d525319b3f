import type { Measure } from '#contract/kit/figures/measure.ts'
import type { ChartKind } from './chart-data.ts'

/** State of the page of measures; stored in its address, so that a link restores it. */
export interface MeasureState {
  readonly group: string
  readonly split: string | undefined
  readonly figure: string
  readonly kind: ChartKind
  readonly filters: Readonly<Record<string, string>>
}

/** The address of a measure's page. */
export function measureAddress(of: Measure, state: Partial<MeasureState> = {}): string {
  const { filters, ...parts } = state
  const given = Object.entries({ measure: of.name, ...parts, ...filters }).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  )
  return `/eam/report?${new URLSearchParams(given as [string, string][])}`
}
