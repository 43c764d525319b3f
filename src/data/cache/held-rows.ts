import Dexie from 'dexie'
import { bundleFeedParts } from '#contract/sync/sync-bundle.ts'
import type { Row } from '../outbox/store/kinds.ts'
import type { CacheDb } from './cache-db.ts'
import { type CachedRow, hidesCopy, isHeld } from './cache-port.ts'
import { BundleReader, bytesOfId, indexInBundle, type StoredBundle } from './stored-bundle.ts'

/** The cached rows of an entity in one generation, in bundles or loose. All functions of this file may run inside liveQuery. */
export interface Held {
  cache: CacheDb
  gen: number
  entity: string
}

type BundleKey = [number, string, string, string]

/** The feeds of an entity that are stored in bundles. */
const feedsOf = async ({ cache, gen, entity }: Held): Promise<string[]> => {
  const keys = await cache.cursors.where('[gen+scope]').between([gen, Dexie.minKey], [gen, Dexie.maxKey]).primaryKeys()
  return keys.map(([, scope]) => scope).filter((scope) => bundleFeedParts(scope)?.entity === entity)
}

const bundlesOf = (cache: CacheDb, gen: number, feed: string, upTo: unknown[] = [Dexie.maxKey]) =>
  cache.packs.where('[gen+feed+first+rev]').between([gen, feed, Dexie.minKey], [gen, feed, ...upTo], true, true)

/** The keys of all bundles of an entity; a changed bundle has a new key. */
export const bundleKeys = async (held: Held): Promise<BundleKey[]> => {
  const feeds = await feedsOf(held)
  return (await Promise.all(feeds.map((feed) => bundlesOf(held.cache, held.gen, feed).primaryKeys()))).flat()
}

/** Rows pulled one by one, including tombstones of copies in bundles. */
export const looseRows = ({ cache, gen, entity }: Held): Promise<CachedRow[]> =>
  cache.rows.where('[gen+entity+id]').between([gen, entity, Dexie.minKey], [gen, entity, Dexie.maxKey]).toArray()

const inBundle = (bundle: StoredBundle | undefined, id: string): Row | undefined => {
  const bytes = bytesOfId(id)
  const index = bundle && bytes ? indexInBundle(bundle, bytes) : -1
  return bundle && index >= 0 ? new BundleReader(bundle).row(index) : undefined
}

/** One row as pulled; undefined when it is not stored here. */
export const heldRow = async (held: Held, id: string): Promise<Row | undefined> => {
  const { cache, gen, entity } = held
  const loose: CachedRow | undefined = await cache.rows.get([gen, entity, id])
  if (loose !== undefined && isHeld(loose)) return loose.row
  for (const feed of await feedsOf(held)) {
    if (hidesCopy(loose, feed)) continue
    const found = inBundle(await bundlesOf(cache, gen, feed, [id, Dexie.maxKey]).last(), id)
    if (found) return found
  }
  return undefined
}

/** The stored rows with these ids, as pulled. */
export const heldByIds = async (held: Held, ids: readonly string[]): Promise<Row[]> => {
  const { cache, gen, entity } = held
  const loose = await cache.rows.bulkGet(ids.map((id): [number, string, string] => [gen, entity, id]))
  const rows = new Map<string, Row>()
  const missing = new Map<string, CachedRow | undefined>()
  loose.forEach((row, index) => {
    const id = ids[index] as string
    if (row && isHeld(row)) rows.set(id, row.row)
    else missing.set(id, row)
  })
  for (const key of missing.size > 0 ? await bundleKeys(held) : []) {
    if (missing.size === 0) break
    const bundle = await cache.packs.get(key)
    if (!bundle) continue
    const reader = new BundleReader(bundle)
    for (const [id, row] of missing) {
      const bytes = bytesOfId(id)
      const index = bytes && !hidesCopy(row, bundle.feed) ? indexInBundle(bundle, bytes) : -1
      if (index < 0) continue
      rows.set(id, reader.row(index))
      missing.delete(id)
    }
  }
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
}

/** Bundles merged with loose rows: a loose row overrides its copy in a bundle. */
const together = (
  bundles: readonly (StoredBundle | undefined)[],
  loose: readonly CachedRow[],
  from: (bundle: StoredBundle) => Row[],
): Map<string, Row> => {
  const over = new Map(loose.map((row) => [row.id, row]))
  const rows = new Map<string, Row>()
  for (const bundle of bundles) {
    if (!bundle) continue
    for (const row of from(bundle)) if (!hidesCopy(over.get(String(row.id)), bundle.feed)) rows.set(String(row.id), row)
  }
  return rows
}

/** The rows whose link field points to this id, as pulled and unsorted. */
export const heldLinked = async (held: Held, link: string, id: string): Promise<Row[]> => {
  const loose = await looseRows(held)
  const bundles = await held.cache.packs.bulkGet(await bundleKeys(held))
  const rows = together(bundles, loose, (bundle) => new BundleReader(bundle).linked(link, id))
  return [...rows.values(), ...loose.filter((one) => isHeld(one) && one.row[`${link}Id`] === id).map(({ row }) => row)]
}

/** All rows of an entity as pulled, sorted by id. Expensive: use the device index for pages that show rows page by page. */
export const heldRows = async (held: Held): Promise<Row[]> => {
  const loose = await looseRows(held)
  const bundles = await held.cache.packs.bulkGet(await bundleKeys(held))
  const rows = together(bundles, loose, (bundle) => new BundleReader(bundle).rows())
  for (const one of loose) if (isHeld(one)) rows.set(one.id, one.row)
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
