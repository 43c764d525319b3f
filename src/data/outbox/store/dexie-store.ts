import { v7 } from 'uuid'
import type { Counted } from '#contract/sync/sync.ts'
import { type Changes, freshMeta, type OutboxMeta, type OutboxStore, type Snapshot, type Want } from '../ports.ts'
import { reopening } from '../settle/reopen.ts'
import { isFull } from './full.ts'
import { dropArrived } from './kept-photos.ts'
import { fillOp } from './op.ts'
import type { OutboxDb } from './outbox-db.ts'

/** The queue in IndexedDB. Every update is one strict transaction over ops, done and meta, retried when the connection was lost. */
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
      // Free space first: uploaded photos are kept only for a server that is restored from a backup.
      if (!want.blobs || !isFull(error) || (await reopening(db, () => dropArrived(db))) === 0) throw error
      return reopening(db, unit)
    })
  },
  blob: (id) => reopening(db, async () => (await db.blobs.get(id))?.data),
})

const load = async (db: OutboxDb, want: Want): Promise<Snapshot> => {
  const limit = want.ops === false ? 0 : (want.ops ?? Number.POSITIVE_INFINITY)
  const [rows, meta, counted, done] = await Promise.all([
    limit === 0 ? [] : db.ops.limit(limit).toArray(),
    readOutboxMeta(db),
    readCounted(db),
    want.done ? db.done.toArray() : [],
  ])
  return {
    ops: rows.map(fillOp),
    ...(rows.length === limit && limit > 0 ? { isPart: true } : {}),
    meta,
    counted,
    done,
  }
}

/** Key of the highest seq so far, which outlives its op. */
const MINTED = 'minted'

/** The counter of this phone. A tab with an older program assigns numbers without recording them, so the queue is checked as well. */
export const readCounted = async (db: OutboxDb): Promise<Counted> => {
  const [noted, first, last] = await Promise.all([
    db.meta.get(MINTED),
    db.ops.orderBy(':id').limit(1).primaryKeys(),
    db.ops.orderBy(':id').reverse().limit(1).primaryKeys(),
  ])
  const minted = Math.max(Number(noted?.v ?? 0), ...last)
  return { minted, waiting: first[0] ?? minted + 1 }
}

/** The metadata of the outbox, with defaults for missing keys. */
export const readOutboxMeta = async (db: OutboxDb): Promise<OutboxMeta> => {
  const rows = (await db.meta.toArray()).filter(({ k }) => k !== MINTED)
  const stored = Object.fromEntries(rows.map(({ k, v }) => [k, v])) as Partial<OutboxMeta>
  return { ...freshMeta(stored.deviceId ?? ''), ...stored }
}

/** Dexie publishes the keys of a write only below 50 rows; a larger write would make other readers reload everything. */
const NAMED = 49

const inParts = async <T>(rows: readonly T[] | undefined, put: (part: T[]) => PromiseLike<unknown>): Promise<void> => {
  for (let at = 0; at < (rows?.length ?? 0); at += NAMED) await put(rows?.slice(at, at + NAMED) ?? [])
}

const write = async <T>(db: OutboxDb, changes: Changes<T>): Promise<void> => {
  const { add, put, drop, done, undone, meta, forgetBefore, blobs } = changes
  if (blobs?.length) await db.blobs.bulkPut(blobs)
  if (drop?.length) await db.ops.bulkDelete(drop)
  if (undone?.length) await db.done.bulkDelete(undone)
  await inParts(done, (part) => db.done.bulkPut(part))
  await inParts(put, (part) => db.ops.bulkPut(part))
  if (add?.length) await db.meta.put({ k: MINTED, v: await db.ops.bulkAdd(add as Parameters<typeof db.ops.bulkAdd>[0]) })
  if (meta && Object.keys(meta).length > 0) await db.meta.bulkPut(Object.entries(meta).map(([k, v]) => ({ k, v })))
  if (forgetBefore !== undefined) await db.done.where('at').below(forgetBefore).delete()
}

/** This phone's id, created by the first call. */
export const ensureDevice = (store: OutboxStore): Promise<string> =>
  store.update(({ meta }) => {
    const deviceId = meta.deviceId || v7()
    return { meta: { deviceId }, value: deviceId }
  })
