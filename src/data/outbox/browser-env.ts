import type { PullTransport } from '../pull/pull-round.ts'
import { browserLocks } from './browser-locks.ts'
import { dexieStore } from './dexie-store.ts'
import { httpTransport } from './http-transport.ts'
import type { KindBook } from './kinds.ts'
import { OutboxDb } from './outbox-db.ts'
import type { FlushEnv } from './ports.ts'

/**
 * The flusher's environment in a page or service worker. `client`: version of the running program; `kinds`: the ops it may queue; `shrink`: makes a photo smaller
 * that the server found too large. A page loads it when it is needed; a service worker loads nothing later.
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
