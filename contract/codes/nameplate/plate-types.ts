/** A fact that a nameplate states. */
export type PlateField = 'name' | 'model' | 'serial' | 'maker' | 'registration' | 'made' | 'power' | 'udiDi' | 'udiPi'

/** An upright rectangle in pixels of the picture. */
export interface PlateBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A line of text in a picture. */
export interface PlateLine {
  readonly text: string
  /** 0 to 1: how sure the recognition is of the whole line. */
  readonly score: number
  /** The same for each character of `text`; absent, `score` counts for all. */
  readonly scores?: readonly number[]
  /** Where it stands, in a picture that is turned so that lines are level. */
  readonly box: PlateBox
}

/** A fact as the plate says it. */
export interface PlateSuggestion {
  readonly field: PlateField
  readonly value: string
  /** 0 to 1: that of its least certain character; 1 from a code. */
  readonly score: number
  /** Whether it may be taken without a look at the picture. */
  readonly certain: boolean
  /** Positions of the lines that it was read from; empty where it comes from a code alone. */
  readonly lines: readonly number[]
  readonly from: 'text' | 'code'
}
