import type { PlateLine } from '#contract/codes/nameplate/plate-types.ts'

/** What was read in a picture. */
export interface PlateReading {
  readonly lines: readonly PlateLine[]
  readonly codes: readonly string[]
  /** The piece of the picture with each line, upright. */
  readonly pieces: readonly Blob[]
  /** The picture in which the lines stand: its size, and by how many quarters, clockwise, it was turned before. */
  readonly picture?: { readonly width: number; readonly height: number; readonly turns: number }
}

/** Why nothing was read. */
export type PlateFault = 'noPicture' | 'tooLarge' | 'noPack' | 'unfit'

/** Request of the page to the reading worker. */
export interface PlateAsked {
  readonly id: number
  readonly file: Blob
}

/** Answers of the worker; `loading` and `reading` come on the way. */
export type PlateAnswer =
  | { readonly type: 'loading'; readonly id: number; readonly share: number }
  | { readonly type: 'reading'; readonly id: number }
  | { readonly type: 'read'; readonly id: number; readonly reading: PlateReading }
  | { readonly type: 'failed'; readonly id: number; readonly fault: PlateFault; readonly why: string }
