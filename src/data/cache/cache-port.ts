import type { Cursor } from '#contract/sync.ts'
import type { Identity } from '../outbox/op.ts'

/** A pulled row, held for every scope that delivered it. */
export interface CachedRow {
  /** Generation: a resync fills a new one beside the old, which stays readable until the new one is whole. */
  gen: number
  entity: string
  id: string
  scopes: string[]
  row: Record<string, unknown>
}

export interface Generation {
  gen: number
  /** Of the server that filled it; null before the first page. */
  epoch: string | null
}

export interface CacheMeta {
  /** Whose rows these are; null in a database that nobody has opened for a person, which takes nothing. */
  owner: Identity | null
  /** What pages read. `horizon`: transactions below it are contained, decimal text. `complete`: everything was loaded once. */
  current: Generation & { horizon: string | null; complete: boolean }
  /** What a resync is filling. */
  loading: Generation | null
  /** Server time of the newest finished pull, milliseconds; 0 before. */
  pulledAt: number
}

export interface CacheState {
  meta: CacheMeta
  /** By scope, of the generation that the next page goes to. */
  cursors: Record<string, Cursor>
}

export interface CacheView extends CacheState {
  /** The asked rows of that generation, by `keyOf`. */
  rows: Map<string, CachedRow>
  /** Rows of every generation that a scope outside `scopes` still holds. */
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
  /** Scopes that leave every generation. */
  dropScopes?: string[]
  dropGens?: number[]
  meta?: Partial<CacheMeta>
  value: T
}

/** The storage of pulled rows. `update` is one transaction around a pure decision. */
export interface CacheStore {
  read: () => Promise<CacheState>
  update: <T>(want: CacheWant, decide: (view: CacheView) => CacheChanges<T>) => Promise<T>
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
