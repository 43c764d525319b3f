import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

/** Waits before the starts that follow each other, ms. */
const pauses: readonly number[] = [500, 2000, 8000]
/** After a run so long the next end counts as the first one again, ms. */
const healthyMs = 10 * 60_000

/** A server that is kept running. */
export interface KeptCluster {
  /** Shuts it down, or ends the start that is under way. */
  stop(): Promise<void>
  /** Resolves when the server has ended and is not started again. */
  ended: Promise<void>
}

/**
 * Starts a server again when it ends by itself, such as killed for want of memory: three times with growing pauses, and afresh once it has run
 * for ten minutes. `start` must lead to the same address: the pools connect again by themselves. `tell` hears of each attempt and of the errors.
 */
export function keepCluster(
  first: Cluster,
  start: () => Promise<Cluster>,
  tell: (what: { readonly attempt: number; readonly of: number; readonly error?: unknown }) => void,
  waits: readonly number[] = pauses,
): KeptCluster {
  const stopped = new AbortController()
  let running: Cluster | undefined = first
  const keep = async (): Promise<void> => {
    let attempt = 0
    let since = Date.now()
    while (running) {
      await running.ended
      running = undefined
      if (Date.now() - since > healthyMs) attempt = 0
      let error: unknown
      while (!running && attempt < waits.length && !stopped.signal.aborted) {
        tell({ attempt: attempt + 1, of: waits.length, ...(error === undefined ? {} : { error }) })
        await sleep(waits[attempt++], undefined, { signal: stopped.signal }).catch(() => {})
        if (stopped.signal.aborted) return
        running = await start().catch((failure: unknown) => {
          error = failure
          return undefined
        })
        if (stopped.signal.aborted) await running?.stop()
        since = Date.now()
      }
    }
  }
  const ended = keep()
  return {
    ended,
    async stop() {
      stopped.abort()
      await running?.stop()
      await ended
    },
  }
}
