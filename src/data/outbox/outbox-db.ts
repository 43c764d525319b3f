import Dexie, { type EntityTable, type Table } from 'dexie'
import type { DoneOp, Op } from './op.ts'
import type { BlobRow } from './ports.ts'

export interface MetaRow {
  k: string
  v: unknown
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

  constructor(name = 'eam-outbox', options: ConstructorParameters<typeof Dexie>[1] = {}) {
    // Always what is stored: a cache over it could only ever show something else.
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled', ...options })
    this.version(1).stores({ ops: '++seq,&id', blobs: 'id', done: 'id,at', meta: 'k' })
  }
}
