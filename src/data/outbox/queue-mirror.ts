import Dexie, { RangeSet, type Table } from 'dexie'
import { dexieStore, readOutboxMeta } from './dexie-store.ts'
import { type DoneOp, fillOp, type Op } from './op.ts'
import type { OutboxDb } from './outbox-db.ts'
import type { OutboxStore } from './ports.ts'
import { reopening } from './reopen.ts'

/** A table in memory that reads again only the rows that any window or the worker has changed. */
const mirrorOf = <K extends string | number, R>(table: Table<R, K>, keyOf: (row: R) => K, filled: (row: R) => R) => {
  const rows = new Map<K, R>()
  /** Keys to be read again, each with the number of the change that named it. */
  const stale = new Map<K, number>()
  /** The number of the change after which everything is read again; 0: none. */
  let staleAll = 1
  let changes = 1
  let list: R[] = []
  return {
    /** Receives the keys that were changed; undefined: everything may have. */
    change(part: RangeSet | undefined): void {
      changes += 1
      if (part === undefined) staleAll = changes
      else
        for (const { from, to } of new RangeSet().add(part))
          if (from === to) stale.set(from as K, changes)
          else staleAll = changes
    },
    /**
     * The rows in order of their keys, within a transaction. Several may be under way: a key stays stale until a read that began after its change has ended.
     */
    async all(): Promise<R[]> {
      // A live query repeats this with every change of the table; of keys alone it would not.
      const last = await table.toCollection().last()
      const held = list.at(-1)
      // A store that was removed and made again, or changed unheard, ends differently.
      if (stale.size === 0 && (held && keyOf(held)) !== (last && keyOf(last))) staleAll = changes
      const [asked, askedAll] = [[...stale], staleAll]
      if (asked.length === 0 && askedAll === 0) return list
      const keys = asked.map(([key]) => key)
      const found = askedAll > 0 ? await table.toArray() : await table.bulkGet(keys)
      if (askedAll > 0) rows.clear()
      else for (const key of keys) rows.delete(key)
      for (const row of found) if (row) rows.set(keyOf(row), filled(row))
      for (const [key, change] of asked) if (stale.get(key) === change) stale.delete(key)
      if (staleAll === askedAll) staleAll = 0
      list = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
      return list
    },
  }
}

/**
 * The queue as pages show it: a read costs in proportion to what has changed since the one before. Writes go to the database as ever, and what they decide
 * by is read there. All readers share the rows and must not change them.
 */
export const mirroredStore = (db: OutboxDb): OutboxStore => {
  const store = dexieStore(db)
  const mirrored = {
    ops: mirrorOf<number, Op>(db.ops as unknown as Table<Op, number>, (op) => op.seq, fillOp),
    done: mirrorOf<string, DoneOp>(
      db.done as unknown as Table<DoneOp, string>,
      (op) => op.id,
      (op) => op,
    ),
  }
  Dexie.on.storagemutated.subscribe((parts: Readonly<Record<string, unknown>>) => {
    for (const [name, table] of Object.entries(mirrored)) {
      const part = parts[`idb://${db.name}/${name}/`] as RangeSet | undefined
      // A page in the back-forward cache received nothing.
      if (part || 'all' in parts) table.change(part)
    }
  })
  return {
    ...store,
    read: (want = {}) =>
      want.ops !== undefined
        ? store.read(want)
        : reopening(db, () =>
            db.transaction('r', db.ops, db.done, db.meta, async () => {
              const [ops, done, meta] = await Promise.all([mirrored.ops.all(), want.done ? mirrored.done.all() : [], readOutboxMeta(db)])
              return { ops, done, meta }
            }),
          ),
  }
}
