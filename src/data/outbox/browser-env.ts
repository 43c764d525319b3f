import type { PullTransport } from '../pull/pull-round.ts'
import type { FlushEnv } from './ports.ts'
import { browserLocks } from './send/browser-locks.ts'
import { httpTransport } from './send/http-transport.ts'
import { dexieStore } from './store/dexie-store.ts'
import type { KindBook } from './store/kinds.ts'
import { OutboxDb } from './store/outbox-db.ts'

/**
 * The flusher's environment in a page or service worker. `client`: version of the running program; `kinds`: the ops it may queue; `shrink`:
 * shrinks a photo that the server found too large; a page loads it on demand, a service worker cannot.
 */
export const browserEnv = (
  client: string,
  kinds: KindBook,
  shrink: NonNullable<FlushEnv['shrink']>,
): FlushEnv & { transport: PullTransport; db: OutboxDb } => {
  const db = new OutboxDb()
  return {
    db,
    store: dexieStore(db),
    transport: httpTransport(),
    locks: browserLocks(),
    clock: { now: () => Date.now(), mono: () => performance.now() },
    random: Math.random,
    kinds,
    client,
    shrink,
  }
}

/** Resolves after this many milliseconds, or at once when the signal is aborted. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
