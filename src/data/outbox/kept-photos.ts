import { FILE_KIND } from '#contract/sync-blobs.ts'
import type { OutboxDb } from './outbox-db.ts'

/** Removes the photos that nothing names any more: thrown away, or done so long ago that no backup can lose them. Answers how many went. */
export const sweepPhotos = (db: OutboxDb): Promise<number> =>
  db.transaction('rw', db.ops, db.done, db.blobs, async () => dropBut(db, new Set([...(await openPhotos(db)), ...(await donePhotos(db))])))

/** Removes the photos that have arrived, although a server put back from a backup would need them. Answers how many went. */
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
