import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { OutboxDb } from './outbox-db.ts'

/** Deletes photos without an op: discarded ones, and those done so long ago that no backup can lose them. Returns their number. */
export const sweepPhotos = (db: OutboxDb): Promise<number> =>
  db.transaction('rw', db.ops, db.done, db.blobs, async () => dropBut(db, new Set([...(await openPhotos(db)), ...(await donePhotos(db))])))

/** Deletes the photos that have arrived, although a server restored from a backup would need them. Returns their number. */
export const dropArrived = (db: OutboxDb): Promise<number> =>
  db.transaction('rw', db.ops, db.blobs, async () => dropBut(db, new Set(await openPhotos(db))))

const openPhotos = async (db: OutboxDb): Promise<string[]> =>
  (await db.ops.toArray()).filter((op) => op.kind === FILE_KIND).map((op) => op.target.id)

const donePhotos = async (db: OutboxDb): Promise<string[]> =>
  (await db.done.toArray()).filter((op) => op.kind === FILE_KIND).map((op) => op.target.id)

const dropBut = async (db: OutboxDb, named: ReadonlySet<string>): Promise<number> => {
  const gone = (await db.blobs.toCollection().primaryKeys()).filter((id) => !named.has(id))
  await db.blobs.bulkDelete(gone)
  return gone.length
}
