import type { ContentStore } from './content-store.ts'

/** A store by the id of its row. */
export interface NamedStore {
  readonly id: string
  readonly store: ContentStore
}

/** Contents in the store of now; what others still hold is found there too. */
export interface LiveStores extends ContentStore {
  /** The store of now first, then those that may hold contents. */
  all(): readonly NamedStore[]
  /** Reads again which store is in use. */
  refresh(): Promise<void>
}

/** How long a process may write into the store before a change that another process has made. */
const freshMs = 2000

/**
 * Contents behind a choice that may change while the program runs. `load` answers the stores, that of now first. Writing never waits for `load`, which needs a connection
 * that the writer may hold: for two seconds after a change contents may go to the former store, where they are found and from where they are moved.
 */
export async function liveStores(load: () => Promise<readonly NamedStore[]>, onError: (error: unknown) => void): Promise<LiveStores> {
  let stores = await load()
  let readAt = Date.now()
  const refresh = async (): Promise<void> => {
    readAt = Date.now()
    stores = await load()
  }
  const now = (): readonly NamedStore[] => {
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
    async thumb(tenantId, sha256) {
      for (const { store } of now()) {
        const found = await store.thumb(tenantId, sha256)
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
