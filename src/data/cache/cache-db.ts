import Dexie, { type Table } from 'dexie'
import type { Cursor } from '#contract/sync/sync.ts'
import type { Identity } from '../outbox/store/op.ts'
import type { MetaRow } from '../outbox/store/outbox-db.ts'
import type { BundleLoad, CachedRow } from './cache-port.ts'
import { forgetHeld } from './held-mark.ts'
import type { StoredBundle } from './stored-bundle.ts'

export interface CursorRow {
  gen: number
  scope: string
  cursor: Cursor
}

export interface LoadRow extends BundleLoad {
  gen: number
  feed: string
}

/** Hashed codes of the register for a blind check, by scope name. */
export interface BlindRow {
  scope: string
  salt: string
  stamp: string
  codes: Uint8Array
}

/** A floor plan that the person has viewed, with its picture. Further fields belong to the page. */
export interface PlanRow {
  floorId: string
  rooms: readonly string[]
  at: number
}

/** The pulled rows of one person. May be deleted at any time; the next pull reloads them. */
export class CacheDb extends Dexie {
  declare rows: Table<CachedRow, [number, string, string]>
  declare packs: Table<StoredBundle, [number, string, string, string]>
  declare loads: Table<LoadRow, [number, string]>
  declare cursors: Table<CursorRow, [number, string]>
  declare meta: Table<MetaRow, string>
  declare blind: Table<BlindRow, string>
  declare plans: Table<PlanRow, string>

  constructor(name: string, options: ConstructorParameters<typeof Dexie>[1] = {}) {
    super(name, { chromeTransactionDurability: 'relaxed', ...options })
    this.version(2)
      .stores({
        rows: '[gen+entity+id],*scopes,*over',
        packs: '[gen+feed+first+rev],feed',
        loads: '[gen+feed],feed',
        cursors: '[gen+scope]',
        meta: 'k',
      })
      // Reload data that an older program pulled; large scopes now come in bundles.
      .upgrade((transaction) => Promise.all(['rows', 'cursors', 'meta'].map((name) => transaction.table(name).clear())))
    this.version(3).stores({ blind: 'scope' })
    this.version(4).stores({ plans: 'floorId,*rooms,at' })
  }
}

const nameOf = (who: Identity): string => `eam-cache-${who.tenantId}-${who.userId}`

/** Opens the person's cache and records its owner. Only for the page on which the person signed in. */
export const openCache = async (who: Identity, options?: ConstructorParameters<typeof Dexie>[1]): Promise<CacheDb> => {
  const db = new CacheDb(nameOf(who), options)
  await db.meta.put({ k: 'owner', v: { tenantId: who.tenantId, userId: who.userId } satisfies Identity })
  return db
}

/** Deletes the person's cache, at sign-out. The queue is a separate database and stays. */
export const deleteCache = async (who: Identity): Promise<void> => {
  forgetHeld()
  await Dexie.delete(nameOf(who))
}
