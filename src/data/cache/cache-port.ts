import type { Cursor } from '#contract/sync/sync.ts'
import type { Identity } from '../outbox/store/op.ts'
import type { StoredBundle } from './stored-bundle.ts'

/**
 * A pulled row with the scopes that delivered it. For a feed with bundles it replaces the copy in the bundle. When no scope holds it any more, it
 * stays as a tombstone that hides the copy.
 */
export interface CachedRow {
  /** Generation: a resync fills a new one while the old one stays readable until the new one is complete. */
  gen: number
  entity: string
  id: string
  scopes: string[]
  /** Feeds with bundles that may contain an older copy. */
  over?: string[]
  row: Record<string, unknown>
}

/** Whether pages may show the row. If not, it is a tombstone that only hides copies in bundles. */
export const isHeld = ({ scopes }: CachedRow): boolean => scopes.length > 0

/**
 * Whether a row hides its copy in a feed's bundle. A tombstone counts only for its own feeds: after a move, another feed's bundle has the newer copy.
 */
export const hidesCopy = (row: CachedRow | undefined, feed: string): boolean =>
  row !== undefined && (isHeld(row) || row.over?.includes(feed) === true)

/** Progress of the first load of a feed by bundles. */
export interface BundleLoad {
  /** Rows announced by the server, and rows loaded so far. */
  rows: number
  got: number
  /** Horizon of the first bundle; null before it has come. */
  horizon: string | null
  /** Id of the last loaded row. */
  after: string | null
}

export interface Generation {
  gen: number
  /** Epoch of the server that filled it; null before the first page. */
  epoch: string | null
}

export interface CacheMeta {
  /** Owner of the rows; null in a database that was never opened for a person, which accepts no rows. */
  owner: Identity | null
  /**
   * The generation that pages read. `horizon`: all transactions below it are included, decimal text. `complete`: everything was loaded once. `whole`:
   * scopes that were loaded completely once, so that only changes are still to come; absent in data of older programs.
   */
  current: Generation & { horizon: string | null; complete: boolean; whole?: string[] }
  /** The generation that a resync is filling. */
  loading: Generation | null
  /** Server time of the newest finished pull, milliseconds; 0 before. */
  pulledAt: number
}

export interface CacheState {
  meta: CacheMeta
  /** Cursors by scope, in the generation that the next page goes to. */
  cursors: Record<string, Cursor>
  /** Bundles still to be loaded by feed, in the same generation. */
  loads: Record<string, BundleLoad>
}

export interface CacheView extends CacheState {
  /** The requested rows of that generation, by `keyOf`. */
  rows: Map<string, CachedRow>
  /** Rows, in every generation, of scopes the person has lost (not in `scopes`), or with a copy in a bundle of one. */
  lost: CachedRow[]
  /** Scopes with a cursor, in every generation. */
  held: string[]
}

export interface CacheWant {
  /** `[entity, id]` of the rows to read. */
  keys: [string, string][]
  /** The scopes the person may hold, to find rows of lost scopes; when absent, these are not looked for. */
  scopes?: string[]
}

export interface CacheChanges<T> {
  put?: CachedRow[]
  drop?: CachedRow[]
  /** Cursors of one generation. */
  cursors?: { gen: number; set: Record<string, Cursor> }
  bundles?: StoredBundle[]
  /** Loads of one generation; null: finished. */
  loads?: { gen: number; set: Record<string, BundleLoad | null> }
  /** Scopes to remove from every generation, with their bundles. */
  dropScopes?: string[]
  dropGens?: number[]
  meta?: Partial<CacheMeta>
  value: T
}

/** The storage of pulled rows. `update` runs a pure decision inside one transaction. */
export interface CacheStore {
  read: () => Promise<CacheState>
  update: <T>(want: CacheWant, decide: (view: CacheView) => CacheChanges<T>) => Promise<T>
  /** Merges rows that came after bundles into the bundles once there are many; may be interrupted at any point. */
  compact?: () => Promise<void>
}

export const keyOf = (entity: string, id: string): string => `${entity} ${id}`

export const freshCacheMeta = (): CacheMeta => ({
  owner: null,
  current: { gen: 1, epoch: null, horizon: null, complete: false },
  loading: null,
  pulledAt: 0,
})

/** The generation that the next page goes to. */
export const targetOf = (meta: CacheMeta): Generation => meta.loading ?? meta.current
