/** Longest gap between two characters from a reader, milliseconds; people type more slowly. */
export const readerGapMs = 35
const SHORTEST = 6

/** Silence, in milliseconds, that ends a code from a reader without an end key. */
export const SILENCE_MS = 100

/** Separates the fast key presses of an RFID or hand scanner, which act as a keyboard, from a person's typing. */
export class Wedge {
  private buffer = ''
  private last = Number.NEGATIVE_INFINITY

  /** Takes a key and its time in milliseconds; returns the code that the key ended. */
  feed(key: string, at: number): string | undefined {
    const fast = at - this.last <= readerGapMs
    this.last = at
    if (key === 'Enter' || key === 'Tab') return fast ? this.take() : this.drop()
    if (key.length !== 1) return undefined
    this.buffer = fast ? this.buffer + key : key
    return undefined
  }

  /** Returns the code ended by silence; undefined while keys still arrive and for text typed by a person. */
  rest(at: number): string | undefined {
    return at - this.last > readerGapMs ? this.take() : undefined
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
