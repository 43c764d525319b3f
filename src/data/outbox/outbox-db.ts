import Dexie, { type EntityTable, type Table } from 'dexie'
import type { DoneOp, Op } from './op.ts'
import type { BlobRow } from './ports.ts'

export interface MetaRow {
  k: string
  v: unknown
}

/** Name of the store in the browser. */
const outboxName = 'eam-outbox'

/** The tables that hold a person's writes, for those who follow them. */
export const outboxTables = ['ops', 'done'].map((table) => ({ database: outboxName, table }))

/** Events of this store that the person sees. */
export interface StoreNews {
  /** A window of an older program keeps this one from opening the store. */
  onBlocked?: () => void
  /** A newer program has changed the store; this one must not write to it any more and has to be reloaded. */
  onOutdated?: () => void
}

/**
 * The queue of this phone, shared by everyone who signs in on it. Its schema only ever grows, and no reader relies on an index younger than the
 * store itself: a tab of an older program goes on writing rows without it.
 */
export class OutboxDb extends Dexie {
  declare ops: EntityTable<Op, 'seq'>
  declare blobs: EntityTable<BlobRow, 'id'>
  declare done: EntityTable<DoneOp, 'id'>
  declare meta: Table<MetaRow, string>
  /** A newer program has taken over the store: it is not opened again. */
  isOutdated = false
  news: StoreNews = {}

  constructor(name = outboxName, options: ConstructorParameters<typeof Dexie>[1] = {}) {
    // Never cached: a cache over the store could only show outdated data.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...options })
    this.version(1).stores({ ops: '++seq,&id', blobs: 'id', done: 'id,at', meta: 'k' })
    this.on('blocked', () => this.news.onBlocked?.())
    this.on('versionchange', ({ newVersion }) => {
      // Without this the newer program waits until every window is closed. A removal, without a version, leaves a store that may be created again.
      this.isOutdated = newVersion !== null
      this.close({ disableAutoOpen: this.isOutdated })
      if (this.isOutdated) this.news.onOutdated?.()
      // Otherwise Dexie closes it in its own way, which opens it again with the next write.
      return false
    })
  }
}
