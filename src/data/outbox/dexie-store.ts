import { v7 } from 'uuid'
import { isFull } from './full.ts'
import { dropArrived } from './kept-photos.ts'
import { fillOp } from './op.ts'
import type { OutboxDb } from './outbox-db.ts'
import { type Changes, freshMeta, type OutboxMeta, type OutboxStore, type Snapshot, type Want } from './ports.ts'
import { reopening } from './reopen.ts'

/** The queue in IndexedDB. Every update is one strict transaction over ops, done and meta, tried again when the connection was lost. */
export const dexieStore = (db: OutboxDb): OutboxStore => ({
  read: (want = {}) => reopening(db, () => db.transaction('r', db.ops, db.done, db.meta, () => load(db, want))),
  update: <T>(decide: (snapshot: Snapshot) => Changes<T>, want: Want = {}) => {
    const tables = want.blobs ? [db.ops, db.done, db.meta, db.blobs] : [db.ops, db.done, db.meta]
    const unit = () =>
      db.transaction('rw', tables, async () => {
        const changes = decide(await load(db, want))
        await write(db, changes)
        return changes.value
      })
    return reopening(db, unit).catch(async (error: unknown) => {
      // Photos that have arrived are kept only in case the server is restored from a backup: they are removed first.
      if (!want.blobs || !isFull(error) || (await reopening(db, () => dropArrived(db))) === 0) throw error
      return reopening(db, unit)
    })
  },
  blob: (id) => reopening(db, async () => (await db.blobs.get(id))?.data),
})

const load = async (db: OutboxDb, want: Want): Promise<Snapshot> => {
  const [rows, metaRows, done] = await Promise.all([
    want.ops === false ? [] : db.ops.toArray(),
    db.meta.toArray(),
    want.done ? db.done.toArray() : [],
  ])
  const stored = Object.fromEntries(metaRows.map(({ k, v }) => [k, v])) as Partial<OutboxMeta>
  return { ops: rows.map(fillOp), meta: { ...freshMeta(stored.deviceId ?? ''), ...stored }, done }
}

const write = async <T>(db: OutboxDb, changes: Changes<T>): Promise<void> => {
  const { add, put, drop, done, undone, meta, forgetBefore, blobs } = changes
  if (blobs?.length) await db.blobs.bulkPut(blobs)
  if (drop?.length) await db.ops.bulkDelete(drop)
  if (undone?.length) await db.done.bulkDelete(undone)
  if (done?.length) await db.done.bulkPut(done)
  if (put?.length) await db.ops.bulkPut(put)
  if (add?.length) await db.ops.bulkAdd(add as Parameters<typeof db.ops.bulkAdd>[0])
  if (meta && Object.keys(meta).length > 0) await db.meta.bulkPut(Object.entries(meta).map(([k, v]) => ({ k, v })))
  if (forgetBefore !== undefined) await db.done.where('at').below(forgetBefore).delete()
}

/** This phone's id, created at the first call. */
export const ensureDevice = (store: OutboxStore): Promise<string> =>
  store.update(({ meta }) => {
    const deviceId = meta.deviceId || v7()
    return { meta: meta.deviceId ? {} : { deviceId }, value: deviceId }
  })
