/**
 * Fair scheduling: at most `places` tasks run at a time, one per key in order of arrival; among waiting keys the one that ran least recently
 * comes next. So a key never waits for another key's queue, only for a free place.
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
