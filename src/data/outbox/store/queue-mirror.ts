import Dexie, { RangeSet, type Table } from 'dexie'
import type { OutboxStore } from '../ports.ts'
import { reopening } from '../settle/reopen.ts'
import { dexieStore, readCounted, readOutboxMeta } from './dexie-store.ts'
import { type DoneOp, fillOp, type Op } from './op.ts'
import type { OutboxDb } from './outbox-db.ts'

/** An in-memory copy of a table that rereads only the rows changed by any window or the worker. */
const mirrorOf = <K extends string | number, R>(table: Table<R, K>, keyOf: (row: R) => K, filled: (row: R) => R) => {
  const rows = new Map<K, R>()
  /** Stale keys, each with the number of the change that named it. */
  const stale = new Map<K, number>()
  /** Number of the change that made all rows stale; 0: none. */
  let staleAll = 1
  let changes = 1
  let list: R[] = []
  return {
    /** Marks the changed keys as stale; undefined: all of them. */
    change(part: RangeSet | undefined): void {
      changes += 1
      if (part === undefined) staleAll = changes
      else
        for (const { from, to } of new RangeSet().add(part))
          if (from === to) stale.set(from as K, changes)
          else staleAll = changes
    },
    /** The rows sorted by key, within a transaction. Reads may overlap: a key stays stale until a read that began after its change has ended. */
    async all(): Promise<R[]> {
      // Read a whole row: a live query on keys alone would not rerun when other fields change.
      const last = await table.toCollection().last()
      const held = list.at(-1)
      // Another last row means that the table was recreated or changed without an event: reread everything.
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
 * The queue as shown on pages: the cost of a read is proportional to the changes since the last one. Writes, and the decisions they are based on, use
 * the database directly. All readers share the row objects and must not change them.
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
      // `all`: a page restored from the back-forward cache missed events.
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
              const [ops, done, meta, counted] = await Promise.all([
                mirrored.ops.all(),
                want.done ? mirrored.done.all() : [],
                readOutboxMeta(db),
                readCounted(db),
              ])
              return { ops, done, meta, counted }
            }),
          ),
  }
}
