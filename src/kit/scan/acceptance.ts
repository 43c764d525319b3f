import { readCode } from '#src/kit/phone/scanned-code.ts'
import type { Decoded } from './engine.ts'
import { codeFormats } from './formats.ts'

/** Two reads of a linear code count as one within this time. */
const PAIR_MS = 500
/** A label that stays before the camera, or a reader held over it, is one hit for so long after it was last seen. */
const SAME_MS = 2000

/** Passes a text that was not seen within the last two seconds. */
export class SameText {
  private readonly seen = new Map<string, number>()

  /** Whether the text is new at this time (milliseconds, rising). Being seen again keeps it known. */
  isNew(text: string, at: number): boolean {
    const before = this.seen.get(text)
    this.seen.set(text, at)
    if (this.seen.size > 1000) for (const [old, when] of this.seen) if (at - when >= SAME_MS) this.seen.delete(old)
    return before === undefined || at - before >= SAME_MS
  }
}

const middle = ({ corners }: Decoded): { x: number; y: number } => ({
  x: corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length,
  y: corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length,
})

/**
 * Chooses one of several codes in a frame: one of our labels before codes of makers, then the one closest to the middle of the
 * frame.
 */
export function meant(codes: readonly Decoded[], width: number, height: number): Decoded | undefined {
  const rank = (code: Decoded): number => {
    const { x, y } = code.corners.length > 0 ? middle(code) : { x: width, y: height }
    return Math.hypot(x - width / 2, y - height / 2) - (readCode(code.text).token ? width + height : 0)
  }
  return [...codes].sort((a, b) => rank(a) - rank(b))[0]
}

/** Decides when a decoded code is accepted: QR and Data Matrix have error correction and count at once, a linear one when two reads agree. */
export class Acceptance {
  private readonly same = new SameText()
  private pair: { text: string; at: number } | undefined

  /** Whether this read is a new hit; `at` in milliseconds, rising. */
  accepts({ text, format }: Pick<Decoded, 'text' | 'format'>, at: number): boolean {
    if (codeFormats[format].isLinear) {
      const before = this.pair
      this.pair = { text, at }
      if (before?.text !== text || at - before.at > PAIR_MS) return false
    }
    return this.same.isNew(text, at)
  }
}
