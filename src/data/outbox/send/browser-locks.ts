import type { Locks } from '../ports.ts'

/** Web Locks, shared by all tabs and the worker of the origin. They need a secure context; without them nothing is locked. */
export const browserLocks = (manager: LockManager | undefined = globalThis.navigator?.locks): Locks => ({
  attempt: async <T>(name: string, work: () => Promise<T>): Promise<T | undefined> =>
    manager ? manager.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : undefined)) : work(),
  wait: async <T>(name: string, limitMs: number, work: () => Promise<T>): Promise<T | undefined> => {
    if (!manager) return work()
    let isGranted = false
    try {
      return await manager.request(name, { signal: AbortSignal.timeout(limitMs) }, async () => {
        isGranted = true
        return work()
      })
    } catch (error) {
      if (isGranted) throw error
      return undefined
    }
  },
})
