import Dexie from 'dexie'
import { packFeedParts } from '#contract/sync-pack.ts'
import type { Row } from '../outbox/kinds.ts'
import type { CacheDb } from './cache-db.ts'
import { type CachedRow, isHeld } from './cache-port.ts'
import { bytesOfId, indexInPack, PackReader, type StoredPack } from './stored-pack.ts'

/** What one generation of the cache holds of an entity, in packs or row by row. Everything here may be used inside liveQuery. */
export interface Held {
  cache: CacheDb
  gen: number
  entity: string
}

type PackKey = [number, string, string, string]

/** The feeds of an entity that are kept in packs. */
const feedsOf = async ({ cache, gen, entity }: Held): Promise<string[]> => {
  const keys = await cache.cursors.where('[gen+scope]').between([gen, Dexie.minKey], [gen, Dexie.maxKey]).primaryKeys()
  return keys.map(([, scope]) => scope).filter((scope) => packFeedParts(scope)?.entity === entity)
}

const packsOf = (cache: CacheDb, gen: number, feed: string, upTo: unknown[] = [Dexie.maxKey]) =>
  cache.packs.where('[gen+feed+first+rev]').between([gen, feed, Dexie.minKey], [gen, feed, ...upTo], true, true)

/** The keys of all packs of an entity, which change when a pack does. */
export const packKeys = async (held: Held): Promise<PackKey[]> => {
  const feeds = await feedsOf(held)
  return (await Promise.all(feeds.map((feed) => packsOf(held.cache, held.gen, feed).primaryKeys()))).flat()
}

/** What came row by row, with the words that a pack's copy is gone. */
export const looseRows = ({ cache, gen, entity }: Held): Promise<CachedRow[]> =>
  cache.rows.where('[gen+entity+id]').between([gen, entity, Dexie.minKey], [gen, entity, Dexie.maxKey]).toArray()

const inPack = (pack: StoredPack | undefined, id: string): Row | undefined => {
  const bytes = bytesOfId(id)
  const index = pack && bytes ? indexInPack(pack, bytes) : -1
  return pack && index >= 0 ? new PackReader(pack).row(index) : undefined
}

/** One row as it was pulled; undefined: it is not here. */
export const heldRow = async (held: Held, id: string): Promise<Row | undefined> => {
  const { cache, gen, entity } = held
  const loose = await cache.rows.get([gen, entity, id])
  if (loose) return isHeld(loose) ? loose.row : undefined
  for (const feed of await feedsOf(held)) {
    const found = inPack(await packsOf(cache, gen, feed, [id, Dexie.maxKey]).last(), id)
    if (found) return found
  }
  return undefined
}

/** The rows with these ids as they were pulled, those that are here. */
export const heldByIds = async (held: Held, ids: readonly string[]): Promise<Row[]> => {
  const { cache, gen, entity } = held
  const loose = await cache.rows.bulkGet(ids.map((id): [number, string, string] => [gen, entity, id]))
  const rows = new Map<string, Row>()
  const missing = new Set<string>()
  loose.forEach((row, index) => {
    const id = ids[index] as string
    if (!row) missing.add(id)
    else if (isHeld(row)) rows.set(id, row.row)
  })
  for (const key of missing.size > 0 ? await packKeys(held) : []) {
    const pack = await cache.packs.get(key)
    if (!pack) continue
    const reader = new PackReader(pack)
    for (const id of missing) {
      const bytes = bytesOfId(id)
      const index = bytes ? indexInPack(pack, bytes) : -1
      if (index < 0) continue
      rows.set(id, reader.row(index))
      missing.delete(id)
    }
  }
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
}

/** The rows whose link points to this id as they were pulled, in no order. */
export const heldLinked = async (held: Held, link: string, id: string): Promise<Row[]> => {
  const loose = await looseRows(held)
  const packs = await held.cache.packs.bulkGet(await packKeys(held))
  const rows = new Map(packs.flatMap((pack) => (pack ? new PackReader(pack).linked(link, id) : [])).map((row) => [String(row.id), row]))
  // What came row by row is newer than its copy in a pack.
  for (const one of loose) {
    if (isHeld(one) && one.row[`${link}Id`] === id) rows.set(one.id, one.row)
    else rows.delete(one.id)
  }
  return [...rows.values()]
}

/** All rows of an entity as they were pulled, in order of id. Large: for what is shown page by page there is the shelf. */
export const heldRows = async (held: Held): Promise<Row[]> => {
  const loose = await looseRows(held)
  const packed = await held.cache.packs.bulkGet(await packKeys(held))
  if (packed.length === 0) return loose.filter(isHeld).map(({ row }) => row)
  const rows = new Map<string, Row>()
  for (const pack of packed) for (const row of pack ? new PackReader(pack).rows() : []) rows.set(String(row.id), row)
  for (const one of loose) {
    if (isHeld(one)) rows.set(one.id, one.row)
    else rows.delete(one.id)
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
