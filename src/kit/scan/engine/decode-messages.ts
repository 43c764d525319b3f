import type { Decoded, Effort } from './engine.ts'
import type { CodeFormat } from './formats.ts'

/** Request of the page to the decoding worker. */
export interface DecodeAsked {
  readonly id: number
  readonly picture: ImageBitmap | ImageData
  readonly formats: readonly CodeFormat[]
  readonly effort: Effort
}

/** Messages of the worker: first `ready` or `unfit`, then one answer per request. */
export type DecodeAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'unfit'; readonly why: string }
  | { readonly type: 'found'; readonly id: number; readonly codes: readonly Decoded[] }
  | { readonly type: 'failed'; readonly id: number; readonly why: string }
