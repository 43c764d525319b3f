import Dexie, { type EntityTable, type Table } from 'dexie'
import type { BlobRow } from '../ports.ts'
import type { DoneOp, Op } from './op.ts'

export interface MetaRow {
  k: string
  v: unknown
}

/** Name of the database in the browser. */
const outboxName = 'eam-outbox'

/** The tables with a person's writes, for change subscriptions. */
export const outboxTables = ['ops', 'done'].map((table) => ({ database: outboxName, table }))

/** Events of the database that the page shows to the person. */
export interface StoreNews {
  /** A window with an older program keeps this one from opening the database. */
  onBlocked?: () => void
  /** A newer program has upgraded the database; this page must stop writing and reload. */
  onOutdated?: () => void
}

/**
 * The queue of this phone, shared by everyone who signs in on it. The schema may only grow, and no code may rely on an index added later: a tab with
 * an older program goes on writing rows without it.
 */
export class OutboxDb extends Dexie {
  declare ops: EntityTable<Op, 'seq'>
  declare blobs: EntityTable<BlobRow, 'id'>
  declare done: EntityTable<DoneOp, 'id'>
  declare meta: Table<MetaRow, string>
  /** A newer program has upgraded the database; do not reopen it. */
  isOutdated = false
  news: StoreNews = {}

  constructor(name = outboxName, options: ConstructorParameters<typeof Dexie>[1] = {}) {
    // Dexie's cache would only show outdated data.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...options })
    this.version(1).stores({ ops: '++seq,&id', blobs: 'id', done: 'id,at', meta: 'k' })
    this.on('blocked', () => this.news.onBlocked?.())
    this.on('versionchange', ({ newVersion }) => {
      // Close, or the newer program would wait for every window. A deletion has no version; the database may be created again afterwards.
      this.isOutdated = newVersion !== null
      this.close({ disableAutoOpen: this.isOutdated })
      if (this.isOutdated) this.news.onOutdated?.()
      // Skip Dexie's own handler: it closes the database such that the next write reopens it.
      return false
    })
  }
}
