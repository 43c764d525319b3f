import { readCode } from '#contract/codes/scanned-code.ts'
import type { Decoded } from './engine/engine.ts'
import { codeFormats } from './engine/formats.ts'

/** Time within which two reads of a linear code must agree, milliseconds. */
const PAIR_MS = 500
/** Time after its last read in which the same text does not count as a new hit, milliseconds. */
const SAME_MS = 2000

/** Filters repeated texts, such as a label that stays in front of the camera. */
export class SameText {
  private readonly seen = new Map<string, number>()

  /** Whether the text is new at this time (milliseconds, increasing). A repeated read extends the time for which it is known. */
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

/** Chooses one of several codes in a frame: our labels take precedence over manufacturers' codes, then the one closest to the centre wins. */
export function meant(codes: readonly Decoded[], width: number, height: number): Decoded | undefined {
  const rank = (code: Decoded): number => {
    const { x, y } = code.corners.length > 0 ? middle(code) : { x: width, y: height }
    return Math.hypot(x - width / 2, y - height / 2) - (readCode(code.text).token ? width + height : 0)
  }
  return [...codes].sort((a, b) => rank(a) - rank(b))[0]
}

/** Decides when a decoded code counts: QR and Data Matrix at once, as they have error correction; linear codes when two reads agree. */
export class Acceptance {
  private readonly same = new SameText()
  private pair: { text: string; at: number } | undefined

  /** Whether this read is a new hit; `at` in milliseconds, increasing. */
  accepts({ text, format }: Pick<Decoded, 'text' | 'format'>, at: number): boolean {
    if (codeFormats[format].isLinear) {
      const before = this.pair
      this.pair = { text, at }
      if (before?.text !== text || at - before.at > PAIR_MS) return false
    }
    return this.same.isNew(text, at)
  }
}
