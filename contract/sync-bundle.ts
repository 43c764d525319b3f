/** The wire of a first load by bundles, GET /api/sync/pack: rows of one entity of one scope in columns, so that tens of thousands of them stay small. */

export const BUNDLE_PATH = '/api/sync/pack'
/** A scope with more rows of a large entity than this is loaded by bundles, where the phone can. */
export const BUNDLE_FROM = 2000
/** Rows of one bundle when the client does not say, and at most: a phone asks for more at a time once one has come within the time of a request. */
export const BUNDLE_ROWS = 5000
export const BUNDLE_MOST_ROWS = 10_000

/**
 * The part of a scope that holds one large entity is a feed of its own, with its own cursor and rows: `tenant#device` beside `tenant`. Its first
 * rows come in bundles, its changes through the pull.
 */
export const bundleFeed = (scope: string, entity: string): string => `${scope}#${entity}`

/** The scope and entity of such a feed; undefined for a plain scope. */
export const bundleFeedParts = (feed: string): { scope: string; entity: string } | undefined => {
  const at = feed.lastIndexOf('#')
  return at < 0 ? undefined : { scope: feed.slice(0, at), entity: feed.slice(at + 1) }
}

/** A pull says with this that a feed of the person has no rows on the phone yet and is to be loaded by bundles. */
export interface BundleNotice {
  /** `bundleFeed` of scope and entity: the key of its cursor, and what its changes carry as scope. */
  feed: string
  /** How many rows there are now. */
  rows: number
}

export interface BundleRequest {
  feed: string
  /** Id of the last row of the bundle before; null for the first. */
  after: string | null
  rows: number
}

/** UUIDs in ascending order: the first 48 bits as differences to the one before, the other 80 as base64 of ten bytes each. */
export interface BundleIds {
  heads: number[]
  tails: string
}

/**
 * One field of all rows of a bundle. text: one value per row. few: an index into `values` per row, -1 for an empty one. link: the same into `ids`
 * and `names`, which travel as `<name>Id` and `<name>Name`.
 */
export type BundleColumn =
  | { name: string; kind: 'text'; values: (string | null)[] }
  | { name: string; kind: 'few'; values: unknown[]; at: number[] }
  | { name: string; kind: 'link'; ids: BundleIds; names: (string | null)[]; at: number[] }

export interface BundleAnswer {
  epoch: string
  /**
   * `pg_snapshot_xmin` of this bundle, decimal text. What a transaction at or above the horizon of the first bundle has written may be missing from the
   * bundles, and comes through the pull behind the cursor `<horizon>.0`.
   */
  horizon: string
  serverTime: string
  ids: BundleIds
  versions: number[]
  columns: BundleColumn[]
  /** Id of the last row looked at, to go on behind it; null: there are no more. */
  next: string | null
}

/** The cursor of a feed whose bundles have all come. `horizon`: of the first bundle. */
export const cursorAfterBundles = (horizon: string): string => `${horizon}.0`

export const bundleQuery = ({ feed, after, rows }: BundleRequest): string => {
  const { scope, entity } = bundleFeedParts(feed) ?? { scope: feed, entity: '' }
  const query = `scope=${encodeURIComponent(scope)}&entity=${encodeURIComponent(entity)}&rows=${rows}`
  return after === null ? query : `${query}&after=${after}`
}
