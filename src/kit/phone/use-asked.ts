import { useEffect, useState } from 'react'

/**
 * What the server says of a record that this phone does not hold, requested once while it is needed, and again with another `round`; null when it is not
 * available, undefined until the answer. `read` is the same function at each call.
 */
export function useAsked<T>(
  read: (id: string, signal: AbortSignal) => Promise<T>,
  id: string,
  isNeeded: boolean,
  round = 0,
): T | null | undefined {
  const [found, setFound] = useState<{ readonly id: string; readonly round: number; readonly said: T | null }>()
  useEffect(() => {
    if (!isNeeded) return
    const controller = new AbortController()
    const show = (said: T | null): void => setFound({ id, round, said })
    read(id, controller.signal).then(show, () => controller.signal.aborted || show(null))
    return () => controller.abort()
  }, [read, id, isNeeded, round])
  // One record leads to another: what was requested for the former one is not shown as the next.
  return found?.id === id ? found.said : undefined
}
