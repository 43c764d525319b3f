/** First load in bundles, GET /api/sync/pack: rows of one entity and scope as columns, which keeps tens of thousands of rows small. */

export const BUNDLE_PATH = '/api/sync/pack'
/** A scope with more rows of a large entity than this is loaded in bundles, if the phone supports them. */
export const BUNDLE_FROM = 2000
/** Default and maximum number of rows of a bundle: a phone requests more at a time after one that arrived quickly. */
export const BUNDLE_ROWS = 5000
export const BUNDLE_MOST_ROWS = 10_000

/**
 * The rows of one large entity in a scope form a feed of their own, with its own cursor: `tenant#device` beside `tenant`. Its first rows
 * come in bundles, later changes in the pull.
 */
export const bundleFeed = (scope: string, entity: string): string => `${scope}#${entity}`

/** The scope and entity of such a feed; undefined for a plain scope. */
export const bundleFeedParts = (feed: string): { scope: string; entity: string } | undefined => {
  const at = feed.lastIndexOf('#')
  return at < 0 ? undefined : { scope: feed.slice(0, at), entity: feed.slice(at + 1) }
}

/** Tells the phone in a pull to load a feed in bundles, because it holds no rows of it yet. */
export interface BundleNotice {
  /** `bundleFeed` of scope and entity: the key of its cursor, and the scope of its changes. */
  feed: string
  /** Current number of rows. */
  rows: number
}

export interface BundleRequest {
  feed: string
  /** Id of the last row of the previous bundle; null for the first. */
  after: string | null
  rows: number
}

/** UUIDs in ascending order: the first 48 bits as differences to the previous one, the other 80 as base64 of ten bytes each. */
export interface BundleIds {
  heads: number[]
  tails: string
}

/**
 * One field of all rows of a bundle. text: one value per row. few: an index into `values` per row, -1 for an empty one. link: the same into
 * `ids` and `names`, which stand for `<name>Id` and `<name>Name`.
 */
export type BundleColumn =
  | { name: string; kind: 'text'; values: (string | null)[] }
  | { name: string; kind: 'few'; values: unknown[]; at: number[] }
  | { name: string; kind: 'link'; ids: BundleIds; names: (string | null)[]; at: number[] }

export interface BundleAnswer {
  epoch: string
  /**
   * `pg_snapshot_xmin` of this bundle, decimal text. Writes of transactions at or above the horizon of the first bundle may be missing from
   * the bundles; the pull from the cursor `<horizon>.0` on contains them.
   */
  horizon: string
  serverTime: string
  ids: BundleIds
  versions: number[]
  columns: BundleColumn[]
  /** Id of the last row read, from which to continue; null: no more rows. */
  next: string | null
}

/** The cursor of a feed after its last bundle. `horizon`: of the first bundle. */
export const cursorAfterBundles = (horizon: string): string => `${horizon}.0`

/** The query string of a bundle request. */
export const bundleQuery = ({ feed, after, rows }: BundleRequest): string => {
  const { scope, entity } = bundleFeedParts(feed) ?? { scope: feed, entity: '' }
  const query = `scope=${encodeURIComponent(scope)}&entity=${encodeURIComponent(entity)}&rows=${rows}`
  return after === null ? query : `${query}&after=${after}`
}
