import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

/** Pauses before consecutive restarts, in ms. */
const pauses: readonly number[] = [500, 2000, 8000]
/** After a run of this length, the next failure counts as the first again, in ms. */
const healthyMs = 10 * 60_000

/** A server that is restarted when it ends. */
export interface KeptCluster {
  /** Shuts it down, or aborts a start in progress. */
  stop(): Promise<void>
  /** Resolves when the server has ended for good. */
  ended: Promise<void>
}

/**
 * Restarts a server that ends unexpectedly, for instance killed for lack of memory: three times with growing pauses; the count resets after
 * ten minutes of operation. `start` must use the same address, so that pools reconnect. `tell` is called with each attempt and error.
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
