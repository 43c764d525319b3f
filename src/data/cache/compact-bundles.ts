import Dexie from 'dexie'
import { BUNDLE_ROWS } from '#contract/sync/sync-bundle.ts'
import type { Row } from '#src/data/outbox/store/kinds.ts'
import type { CacheDb } from './cache-db.ts'
import type { CachedRow } from './cache-port.ts'
import { BundleReader, bundleOfRows, bytesOfId, type StoredBundle } from './stored-bundle.ts'

/** Number of loose rows over a feed's bundles above which they are merged. */
const MOST_OVER = 5000

/** Merges the loose rows of a generation into its bundles, for feeds with more than `most` of them. One transaction per bundle. */
export const compactBundles = async (db: CacheDb, gen: number, most = MOST_OVER): Promise<void> => {
  for (const feed of (await db.packs.orderBy('feed').uniqueKeys()).map(String)) {
    if ((await db.rows.where('over').equals(feed).count()) <= most) continue
    const keys = await db.packs.where('[gen+feed+first+rev]').between([gen, feed, Dexie.minKey], [gen, feed, Dexie.maxKey]).primaryKeys()
    for (const [index, key] of keys.entries()) {
      const from = index === 0 ? Dexie.minKey : key[2]
      const to = keys[index + 1]?.[2] ?? Dexie.maxKey
      await db.transaction('rw', db.packs, db.rows, () => compactOne(db, key, from, to))
    }
  }
}

/** Whether only this feed delivered the row. A row that other feeds hold or hide stays loose. */
const isOnlyOver = (row: CachedRow, feed: string): boolean =>
  row.over?.length === 1 && row.over[0] === feed && row.scopes.every((scope) => scope === feed) && bytesOfId(row.id) !== undefined

const compactOne = async (db: CacheDb, key: [number, string, string, string], from: unknown, to: unknown): Promise<void> => {
  const bundle = await db.packs.get(key)
  if (!bundle) return
  const { gen, feed, entity } = bundle
  const over = await db.rows
    .where('[gen+entity+id]')
    .between([gen, entity, from], [gen, entity, to], true, to === Dexie.maxKey)
    .filter((row) => isOnlyOver(row, feed))
    .toArray()
  if (over.length === 0) return
  const rows = new Map<string, Row>(new BundleReader(bundle).rows().map((row) => [String(row.id), row]))
  for (const one of over) {
    if (one.scopes.length > 0) rows.set(one.id, one.row)
    else rows.delete(one.id)
  }
  await db.packs.delete(key)
  await db.packs.bulkPut(divided(bundle, [...rows.values()]))
  await db.rows.bulkDelete(over.map((row): [number, string, string] => [row.gen, row.entity, row.id]))
}

/** Splits rows into bundles of at most twice the size that the server sends. */
const divided = (like: StoredBundle, rows: Row[]): StoredBundle[] => {
  if (rows.length === 0) return []
  const parts = Math.ceil(rows.length / (2 * BUNDLE_ROWS))
  const each = Math.ceil(rows.length / parts)
  const sorted = rows.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
  return Array.from({ length: parts }, (_, part) => bundleOfRows(like, sorted.slice(part * each, (part + 1) * each), `${like.rev}+`))
}
