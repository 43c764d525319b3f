/**
 * Fair scheduling: at most `places` tasks run at a time and one per key, in order of arrival; among waiting keys the one that ran least
 * recently comes next. A key therefore never waits for another key's backlog, only for a free place.
 */
export function fairQueue(places: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  /** Waiting tasks by key; the first key is next. */
  const lines = new Map<string, (() => void)[]>()
  const working = new Set<string>()

  const callNext = (): void => {
    for (const [key, line] of lines) {
      if (working.size >= places) return
      if (working.has(key)) continue
      working.add(key)
      lines.delete(key)
      const begin = line.shift()!
      // To the end of the queue, behind all other waiting keys.
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
