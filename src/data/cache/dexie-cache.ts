import Dexie from 'dexie'
import { reopening } from '../outbox/settle/reopen.ts'
import type { CacheDb } from './cache-db.ts'
import {
  type CacheChanges,
  type CachedRow,
  type CacheMeta,
  type CacheState,
  type CacheStore,
  freshCacheMeta,
  keyOf,
  targetOf,
} from './cache-port.ts'

/** Pulled rows in IndexedDB; every update is one transaction over all tables. */
export const dexieCache = (db: CacheDb): CacheStore => ({
  read: () => reopening(db, () => db.transaction('r', db.cursors, db.loads, db.meta, () => readState(db))),
  update: (want, decide) =>
    reopening(db, () =>
      db.transaction('rw', db.tables, async () => {
        const state = await readState(db)
        const { gen } = targetOf(state.meta)
        const held = [...new Set((await db.cursors.toArray()).map((row) => row.scope))]
        const gone = want.scopes ? held.filter((scope) => !want.scopes?.includes(scope)) : []
        const found = await db.rows.bulkGet(want.keys.map(([entity, id]): [number, string, string] => [gen, entity, id]))
        const rows = new Map(found.flatMap((row) => (row ? [[keyOf(row.entity, row.id), row] as const] : [])))
        const lost = await db.rows.where('scopes').anyOf(gone).or('over').anyOf(gone).distinct().toArray()
        const changes = decide({ ...state, rows, lost, held })
        await write(db, changes)
        return changes.value
      }),
    ),
  compact: async () => {
    const { compactBundles } = await import('./compact-bundles.ts')
    await reopening(db, async () => compactBundles(db, (await readMeta(db)).current.gen))
  },
})

/** The metadata of a cache, with defaults for missing keys. */
export const readMeta = async (db: CacheDb): Promise<CacheMeta> => {
  const rows = await db.meta.toArray()
  return { ...freshCacheMeta(), ...Object.fromEntries(rows.map(({ k, v }) => [k, v])) }
}

const readState = async (db: CacheDb): Promise<CacheState> => {
  const meta = await readMeta(db)
  const { gen } = targetOf(meta)
  const cursors = await db.cursors.where('[gen+scope]').between([gen, Dexie.minKey], [gen, Dexie.maxKey]).toArray()
  const loads = await db.loads.where('[gen+feed]').between([gen, Dexie.minKey], [gen, Dexie.maxKey]).toArray()
  return {
    meta,
    cursors: Object.fromEntries(cursors.map(({ scope, cursor }) => [scope, cursor])),
    loads: Object.fromEntries(loads.map(({ gen: _, feed, ...load }) => [feed, load])),
  }
}

const keys = (rows: CachedRow[]): [number, string, string][] => rows.map((row) => [row.gen, row.entity, row.id])

const write = async <T>(db: CacheDb, changes: CacheChanges<T>): Promise<void> => {
  const { put, drop, bundles, loads, cursors, dropScopes, dropGens, meta } = changes
  if (drop?.length) await db.rows.bulkDelete(keys(drop))
  if (put?.length) await db.rows.bulkPut(put)
  if (bundles?.length) await db.packs.bulkPut(bundles)
  for (const [feed, load] of Object.entries(loads?.set ?? {}))
    await (load ? db.loads.put({ gen: loads?.gen ?? 0, feed, ...load }) : db.loads.delete([loads?.gen ?? 0, feed]))
  if (dropScopes?.length) {
    await db.cursors.filter((row) => dropScopes.includes(row.scope)).delete()
    for (const table of [db.packs, db.loads]) await table.where('feed').anyOf(dropScopes).delete()
    await db.blind.bulkDelete(dropScopes)
  }
  // A floor plan counts devices of every scope, so a lost scope or generation makes all of them stale.
  if (dropScopes?.length || dropGens?.length) await db.plans.clear()
  if (cursors) await db.cursors.bulkPut(Object.entries(cursors.set).map(([scope, cursor]) => ({ gen: cursors.gen, scope, cursor })))
  for (const gen of dropGens ?? [])
    for (const table of [db.rows, db.cursors, db.loads, db.packs])
      await table.where(':id').between([gen, Dexie.minKey], [gen, Dexie.maxKey]).delete()
  if (meta) await db.meta.bulkPut(Object.entries(meta).map(([k, v]) => ({ k, v })))
}
