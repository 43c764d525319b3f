import type { ReadResult } from 'zxing-wasm/reader'
import type { Decoded } from './engine.ts'
import { ofZxing } from './formats.ts'

/** Converts zxing results to our type; skips formats that we do not support. */
export const decodedOf = (results: readonly ReadResult[]): Decoded[] =>
  results.flatMap(({ text, format, symbology, symbologyIdentifier, contentType, position }) => {
    const ours = ofZxing(format, symbology)
    if (ours === undefined || text === '') return []
    const { topLeft, topRight, bottomRight, bottomLeft } = position
    return [
      { text, format: ours, aim: symbologyIdentifier, gs1: contentType === 'GS1', corners: [topLeft, topRight, bottomRight, bottomLeft] },
    ]
  })
