import Dexie, { RangeSet, type Table } from 'dexie'
import { dexieStore, readOutboxMeta } from './dexie-store.ts'
import { type DoneOp, fillOp, type Op } from './op.ts'
import type { OutboxDb } from './outbox-db.ts'
import type { OutboxStore } from './ports.ts'
import { reopening } from './reopen.ts'

/** A table in memory that reads again only the rows that any window or the worker has changed. */
class Mirrored<K extends string | number, R> {
  private readonly rows = new Map<K, R>()
  /** Keys to be read again, each with the number of the change that named it. */
  private readonly stale = new Map<K, number>()
  /** The number of the change after which everything is read again; 0: none. */
  private staleAll = 1
  private changes = 1
  private list: R[] = []

  constructor(
    private readonly table: Table<R, K>,
    private readonly keyOf: (row: R) => K,
    private readonly read: (row: R) => R,
  ) {}

  /** Receives the keys that were changed; undefined: everything may have. */
  change(part: RangeSet | undefined): void {
    this.changes += 1
    if (part === undefined) this.staleAll = this.changes
    else
      for (const { from, to } of new RangeSet().add(part))
        if (from === to) this.stale.set(from as K, this.changes)
        else this.staleAll = this.changes
  }

  /**
   * The rows in order of their keys, within a transaction. Several may be under way: a key stays stale until a read that began after its change has ended.
   */
  async all(): Promise<R[]> {
    // A live query repeats this with every change of the table; of keys alone it would not.
    const last = await this.table.toCollection().last()
    const held = this.list.at(-1)
    // A store that was removed and made again, or changed unheard, ends differently.
    if (this.stale.size === 0 && (held && this.keyOf(held)) !== (last && this.keyOf(last))) this.staleAll = this.changes
    const [asked, askedAll] = [[...this.stale], this.staleAll]
    if (asked.length === 0 && askedAll === 0) return this.list
    const keys = asked.map(([key]) => key)
    const found = askedAll > 0 ? await this.table.toArray() : await this.table.bulkGet(keys)
    if (askedAll > 0) this.rows.clear()
    else for (const key of keys) this.rows.delete(key)
    for (const row of found) if (row) this.rows.set(this.keyOf(row), this.read(row))
    for (const [key, change] of asked) if (this.stale.get(key) === change) this.stale.delete(key)
    if (this.staleAll === askedAll) this.staleAll = 0
    this.list = [...this.rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    return this.list
  }
}

/**
 * The queue as pages show it: a read costs in proportion to what has changed since the one before. Writes go to the database as ever, and what they decide
 * by is read there. All readers share the rows and must not change them.
 */
export const mirroredStore = (db: OutboxDb): OutboxStore => {
  const store = dexieStore(db)
  const mirrored = {
    ops: new Mirrored<number, Op>(db.ops as unknown as Table<Op, number>, (op) => op.seq, fillOp),
    done: new Mirrored<string, DoneOp>(
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
