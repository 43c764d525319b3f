import Dexie from 'dexie'

export interface Follower<T> {
  next: (value: T) => void
  error: (problem: unknown) => void
}

/** Longest pause after a slow read, in milliseconds. */
const MOST_MS = 2_000

/**
 * Reads now and after each change of the named tables, in this window or another. Throttled, as a stocktake writes faster than thousands of rows can
 * be read: the pause after a read is `everyMs`, or nine times its duration (at most 2 s) if that is longer. The last change is always followed by a
 * read. Returns the function that stops it.
 */
export function pacedRead<T>(
  tables: readonly { readonly database: string; readonly table: string }[],
  everyMs: number,
  read: () => Promise<T>,
  follower: Follower<T>,
): () => void {
  const places = tables.map(({ database, table }) => `idb://${database}/${table}/`)
  let isStopped = false
  let isReading = false
  let isStale = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = async (): Promise<void> => {
    timer = undefined
    isReading = true
    isStale = false
    const began = performance.now()
    try {
      const value = await read()
      if (!isStopped) follower.next(value)
    } catch (problem) {
      if (!isStopped) follower.error(problem)
    }
    isReading = false
    if (!isStopped) timer = setTimeout(rest, Math.max(everyMs, Math.min(MOST_MS, (performance.now() - began) * 9)))
  }
  // After an idle pause the next change is read at once.
  const rest = (): void => {
    timer = undefined
    if (isStale) void run()
  }
  const onStorageChange = (parts: Readonly<Record<string, unknown>>): void => {
    // `all`: a page restored from the back-forward cache missed events, so everything may have changed.
    const isOurs = (part: string): boolean => part === 'all' || places.some((place) => part.startsWith(place))
    if (!Object.keys(parts).some(isOurs)) return
    isStale = true
    if (!isReading && timer === undefined) void run()
  }
  Dexie.on.storagemutated.subscribe(onStorageChange)
  void run()
  return () => {
    isStopped = true
    clearTimeout(timer)
    Dexie.on.storagemutated.unsubscribe(onStorageChange)
  }
}
