/** The browser's NFC reader: Chrome and Samsung Internet on Android. */
interface TagReader extends EventTarget {
  scan(options: { signal: AbortSignal }): Promise<void>
}

/** The class of the reader; undefined in a browser without one. */
export const readerClass = (): (new () => TagReader) | undefined =>
  (globalThis as unknown as { NDEFReader?: new () => TagReader }).NDEFReader

/** Whether this browser can read NFC tags. */
export const hasNfc = (): boolean => readerClass() !== undefined
