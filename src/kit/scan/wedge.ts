/** The longest gap between two characters of a reader, milliseconds; people type more slowly. */
const GAP_MS = 35
const SHORTEST = 6

/** Silence after which a code of a reader is complete that sends no key at its end. */
export const SILENCE_MS = 100

/** Tells the fast keys of an RFID or hand scanner, which act as a keyboard, from a person's. */
export class Wedge {
  private buffer = ''
  private last = Number.NEGATIVE_INFINITY

  /** Takes a key and its time in milliseconds; returns the code when the key ended one. */
  feed(key: string, at: number): string | undefined {
    const fast = at - this.last <= GAP_MS
    this.last = at
    if (key === 'Enter' || key === 'Tab') return fast ? this.take() : this.drop()
    if (key.length !== 1) return undefined
    this.buffer = fast ? this.buffer + key : key
    return undefined
  }

  /** The code that silence has ended; undefined while keys still come, and for what a person typed. */
  rest(at: number): string | undefined {
    return at - this.last > GAP_MS ? this.take() : undefined
  }

  private take(): string | undefined {
    const code = this.buffer
    this.drop()
    return code.length >= SHORTEST ? code : undefined
  }

  private drop(): undefined {
    this.buffer = ''
  }
}
