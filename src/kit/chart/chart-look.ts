import type { Tone } from '#contract/kit/fields/field.ts'

/** Colours and fonts of a chart, from the theme's tokens. */
export interface ChartLook {
  readonly palette: readonly string[]
  /** The colours of states and results. */
  readonly tones: Readonly<Record<Tone, string>>
  readonly text: string
  readonly faint: string
  readonly line: string
  readonly ground: string
  readonly raised: string
  readonly font: string
  readonly isStill: boolean
  /** Font size in pixels; 12 when absent. Spacing scales with it. */
  readonly size?: number
}
