import { refuseInTransaction } from '#server/db/transaction-watch.ts'
import type { ContentStore } from './content-store.ts'

/** A store with the id of its row. */
export interface NamedStore {
  readonly id: string
  readonly store: ContentStore
}

/** Writes to the store in use and reads from all stores that may hold contents. */
export interface LiveStores extends ContentStore {
  /** The store in use first, then the others that may hold contents. */
  all(): readonly NamedStore[]
  /** Reloads the list of stores. */
  refresh(): Promise<void>
}

/** Age in ms after which the next use reloads the cached list of stores in the background. */
const freshMs = 2000

/**
 * Contents in stores that may be switched while the program runs. `load` returns the stores, the one in use first. Writes do not wait for
 * `load`: after another process has switched the store, contents may still go to the former one until the reload ends. They are found there
 * and moved later.
 */
export async function liveStores(load: () => Promise<readonly NamedStore[]>, onError: (error: unknown) => void): Promise<LiveStores> {
  let stores = await load()
  let readAt = Date.now()
  const refresh = async (): Promise<void> => {
    readAt = Date.now()
    stores = await load()
  }
  const now = (): readonly NamedStore[] => {
    refuseInTransaction('a store of files')
    if (Date.now() - readAt > freshMs) void refresh().catch(onError)
    return stores
  }
  return {
    all: now,
    refresh,
    async has(tenantId, sha256, size) {
      for (const { store } of now()) if (await store.has(tenantId, sha256, size)) return true
      return false
    },
    put: (tenantId, name, bytes) => now()[0]!.store.put(tenantId, name, bytes),
    async read(tenantId, sha256) {
      let last: unknown
      for (const { store } of now()) {
        try {
          return await store.read(tenantId, sha256)
        } catch (error) {
          last ??= error
        }
      }
      throw last
    },
    async made(tenantId, name) {
      for (const { store } of now()) {
        const found = await store.made(tenantId, name)
        if (found) return found
      }
      return undefined
    },
    async remove(tenantId, sha256) {
      for (const { store } of now()) await store.remove(tenantId, sha256)
    },
    async *list(tenantId, olderThanMs) {
      for (const { store } of now()) yield* store.list(tenantId, olderThanMs)
    },
    answers: () => now()[0]!.store.answers(),
  }
}
