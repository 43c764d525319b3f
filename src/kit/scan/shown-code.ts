import { parseGs1 } from './gs1.ts'
import type { Hit } from './hit.ts'

/** A code as people read it: GS1 with its identifiers in brackets, everything else as it is. */
export function shownCode(hit: Hit): string {
  const reading = parseGs1(hit.text, hit)
  if (!reading.ok || hit.format === 'EAN13') return hit.text
  return reading.gs1.elements.map(({ ai, value }) => `(${ai})${value}`).join('')
}
