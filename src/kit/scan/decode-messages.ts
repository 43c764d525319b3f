import type { Decoded, Effort } from './engine.ts'
import type { CodeFormat } from './formats.ts'

/** What the page asks the decoding worker. */
export interface DecodeAsked {
  readonly id: number
  readonly picture: ImageBitmap | ImageData
  readonly formats: readonly CodeFormat[]
  readonly effort: Effort
}

/** What it answers: `ready` once, or `unfit` once; then one answer per question. */
export type DecodeAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'unfit'; readonly why: string }
  | { readonly type: 'found'; readonly id: number; readonly codes: readonly Decoded[] }
  | { readonly type: 'failed'; readonly id: number; readonly why: string }
