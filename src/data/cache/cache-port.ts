import type { Cursor } from '#contract/sync.ts'
import type { Identity } from '../outbox/op.ts'
import type { StoredBundle } from './stored-bundle.ts'

/**
 * A pulled row, held for every scope that delivered it. One that came for a feed with packs takes the place of the pack's copy; when no scope holds it
 * any more it stays as a tombstone of the copy.
 */
export interface CachedRow {
  /** Generation: a resync fills a new one beside the old, which stays readable until the new one is whole. */
  gen: number
  entity: string
  id: string
  scopes: string[]
  /** Feeds with packs that may hold an older copy. */
  over?: string[]
  row: Record<string, unknown>
}

/** Whether the row may be seen; otherwise it only hides the copies of the packs it lies over. */
export const isHeld = ({ scopes }: CachedRow): boolean => scopes.length > 0

/** Whether a row hides the copy that a feed's pack has of it. One that is gone from a feed may be in another, whose pack came with the newer copy. */
export const hidesCopy = (row: CachedRow | undefined, feed: string): boolean =>
  row !== undefined && (isHeld(row) || row.over?.includes(feed) === true)

/** How far the first load of a feed by packs has come. */
export interface BundleLoad {
  /** Rows there were when it was announced, and those that have come. */
  rows: number
  got: number
  /** Of the first pack; null before. */
  horizon: string | null
  /** Id of the last row that came. */
  after: string | null
}

export interface Generation {
  gen: number
  /** Of the server that filled it; null before the first page. */
  epoch: string | null
}

export interface CacheMeta {
  /** Whose rows these are; null in a database not yet opened for a person, which accepts no rows. */
  owner: Identity | null
  /**
   * What pages read. `horizon`: transactions below it are contained, decimal text. `complete`: everything was loaded once. `whole`: the scopes of which
   * everything was here once, so that only changes are still to come; absent in what an older program has stored.
   */
  current: Generation & { horizon: string | null; complete: boolean; whole?: string[] }
  /** The generation that a resync is filling. */
  loading: Generation | null
  /** Server time of the newest finished pull, milliseconds; 0 before. */
  pulledAt: number
}

export interface CacheState {
  meta: CacheMeta
  /** By scope, of the generation that the next page goes to. */
  cursors: Record<string, Cursor>
  /** By feed, of the same generation: the packs that are still to come. */
  loads: Record<string, BundleLoad>
}

export interface CacheView extends CacheState {
  /** The asked rows of that generation, by `keyOf`. */
  rows: Map<string, CachedRow>
  /** Rows of every generation that a scope outside `scopes` still holds or has a pack's copy of. */
  lost: CachedRow[]
  /** Scopes of every generation. */
  held: string[]
}

export interface CacheWant {
  /** `[entity, id]` of the rows to be looked at. */
  keys: [string, string][]
  /** The scopes the person may hold, to find the rows of all others; absent: those are not looked for. */
  scopes?: string[]
}

export interface CacheChanges<T> {
  put?: CachedRow[]
  drop?: CachedRow[]
  /** Cursors of one generation. */
  cursors?: { gen: number; set: Record<string, Cursor> }
  bundles?: StoredBundle[]
  /** Loads of one generation; null: over. */
  loads?: { gen: number; set: Record<string, BundleLoad | null> }
  /** Scopes that leave every generation, with their packs. */
  dropScopes?: string[]
  dropGens?: number[]
  meta?: Partial<CacheMeta>
  value: T
}

/** The storage of pulled rows. `update` is one transaction around a pure decision. */
export interface CacheStore {
  read: () => Promise<CacheState>
  update: <T>(want: CacheWant, decide: (view: CacheView) => CacheChanges<T>) => Promise<T>
  /** Merges the rows that came after packs into the packs once there are many; safe to be killed anywhere. */
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
