import type { ReaderOptions } from 'zxing-wasm/reader'
import type { Effort } from './engine.ts'
import type { CodeFormat } from './formats.ts'

/** zxing options for one frame. Texts are returned as encoded, with GS1 separators. */
export const readOptions = (formats: readonly CodeFormat[], effort: Effort): ReaderOptions => ({
  formats: [...formats],
  textMode: 'Plain',
  maxNumberOfSymbols: 8,
  tryHarder: effort === 'thorough',
  tryRotate: effort === 'thorough',
  tryInvert: effort === 'thorough',
  tryDownscale: effort === 'thorough',
})
