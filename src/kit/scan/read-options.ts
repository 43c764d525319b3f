import type { ReaderOptions } from 'zxing-wasm/reader'
import type { Effort } from './engine.ts'
import type { CodeFormat } from './formats.ts'

/** How zxing reads one frame. The text comes as it is in the code, with the separators of GS1. */
export const readOptions = (formats: readonly CodeFormat[], effort: Effort): ReaderOptions => ({
  formats: [...formats],
  textMode: 'Plain',
  maxNumberOfSymbols: 8,
  tryHarder: effort === 'thorough',
  tryRotate: effort === 'thorough',
  tryInvert: effort === 'thorough',
  tryDownscale: effort === 'thorough',
})
