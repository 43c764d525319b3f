import { codeKey } from '../kit/text/one-writing.ts'
import { parseGs1 } from './gs1.ts'
import { gtinOf, gtinWritings, plateOf } from './plate-code.ts'

/** What a code of a notice stands for. */
export type MatchKind = 'udi' | 'lot' | 'serial' | 'model'

/** What a notice of a manufacturer compares with cards, all in the form of `codeKey`. */
export interface MatchKeys {
  /** A card has one of them. */
  readonly keys: readonly string[]
  /** A UDI with a production identifier also names the lot or the device. */
  readonly lot?: string | undefined
  readonly serial?: string | undefined
}

const keyOf = (text: string | undefined): string | undefined => (text ? codeKey(text) : undefined)

/**
 * The codes that a line of a notice means, typed or scanned. Undefined if nothing is left to compare, such as a serial number of blanks or
 * GS1 text without the lot that the line asks for.
 */
export function matchKeys(kind: MatchKind, value: string): MatchKeys | undefined {
  const plain = codeKey(value)
  if (kind === 'model') return plain ? { keys: [plain] } : undefined
  const plate = plateOf(value)
  if (!plate) {
    if (!plain) return undefined
    return { keys: kind === 'udi' ? [...new Set([plain, ...gtinWritings(gtinOf(value))])] : [plain] }
  }
  const reading = parseGs1(plate.text)
  const [lot, serial] = [keyOf(reading.ok ? reading.gs1.lot : undefined), keyOf(plate.serial)]
  if (kind === 'udi') return plate.udiDi ? { keys: gtinWritings(plate.udiDi), lot, serial } : undefined
  const own = kind === 'lot' ? lot : serial
  return own ? { keys: [own] } : undefined
}
