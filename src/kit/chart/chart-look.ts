/** The colours and letters of a chart, from the tokens of the theme. */
export interface ChartLook {
  readonly palette: readonly string[]
  readonly text: string
  readonly faint: string
  readonly line: string
  readonly ground: string
  readonly raised: string
  readonly font: string
  readonly isStill: boolean
  /** Height of letters in pixels; 12 when absent. What stands around them grows with it. */
  readonly size?: number
}
