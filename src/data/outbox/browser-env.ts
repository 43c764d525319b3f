import type { PullTransport } from '../pull/pull-round.ts'
import { browserLocks } from './browser-locks.ts'
import { dexieStore } from './dexie-store.ts'
import { httpTransport } from './http-transport.ts'
import type { KindBook } from './kinds.ts'
import { OutboxDb } from './outbox-db.ts'
import type { FlushEnv } from './ports.ts'
import { shrinkAgain } from './shrink-photo.ts'

/** The flusher's environment in a page or service worker. `client`: version of the running program; `kinds`: the ops it may queue. */
export const browserEnv = (client: string, kinds: KindBook): FlushEnv & { transport: PullTransport; db: OutboxDb } => {
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
    shrink: shrinkAgain,
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
