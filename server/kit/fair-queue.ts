/**
 * Lets work begin when its turn has come: at most `places` at a time, of one key one at a time in the order it came, and among the keys that wait
 * the one whose turn is longest ago. So nobody waits for another's line, only for a place to become free.
 */
export function fairQueue(places: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** The lines of the keys that wait; the first is next. */
  const lines = new Map<string, (() => void)[]>()
  const working = new Set<string>()

  const callNext = (): void => {
    for (const [key, line] of lines) {
      if (working.size >= places) return
      if (working.has(key)) continue
      working.add(key)
      lines.delete(key)
      const begin = line.shift()!
      // Behind all others that wait now.
      if (line.length > 0) lines.set(key, line)
      begin()
    }
  }

  return async (key, work) => {
    await new Promise<void>((begin) => {
      const line = lines.get(key)
      if (line) line.push(begin)
      else lines.set(key, [begin])
      callNext()
    })
    try {
      return await work()
    } finally {
      working.delete(key)
      callNext()
    }
  }
}
