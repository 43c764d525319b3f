import { parseGs1 } from '#contract/codes/gs1.ts'
import type { Hit } from './hit.ts'

/** A code in readable form: GS1 with identifiers in brackets, anything else unchanged. */
export function shownCode(hit: Hit): string {
  const reading = parseGs1(hit.text, hit)
  if (!reading.ok || hit.format === 'EAN13') return hit.text
  return reading.gs1.elements.map(({ ai, value }) => `(${ai})${value}`).join('')
}
