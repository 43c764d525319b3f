/** Between two characters of a reader lie at most so many milliseconds; nobody types as fast. */
const GAP_MS = 35
const SHORTEST = 6

/** Tells the fast keys of an RFID or hand scanner, which act as a keyboard, from a person's. */
export class Wedge {
  private buffer = ''
  private last = Number.NEGATIVE_INFINITY

  /** Takes a key and its time in milliseconds; answers the code when the key ended one. */
  feed(key: string, at: number): string | undefined {
    const fast = at - this.last <= GAP_MS
    this.last = at
    if (key === 'Enter' || key === 'Tab') {
      const code = fast ? this.buffer : ''
      this.buffer = ''
      return code.length >= SHORTEST ? code : undefined
    }
    if (key.length !== 1) return undefined
    this.buffer = fast ? this.buffer + key : key
    return undefined
  }
}
