import Dexie, { type Table } from 'dexie'
import type { Cursor } from '#contract/sync.ts'
import type { Identity } from '../outbox/op.ts'
import type { MetaRow } from '../outbox/outbox-db.ts'
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

/** The hashed codes of the register for a blind check, by the name of its scope. */
export interface BlindRow {
  scope: string
  salt: string
  stamp: string
  codes: Uint8Array
}

/** A floor plan that the person has looked at, with its picture; what else it holds is the page's own. */
export interface PlanRow {
  floorId: string
  rooms: readonly string[]
  at: number
}

/** The pulled rows of one person; may be deleted at any time and is then reloaded. */
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
      // Data that an older program has pulled is loaded again, large scopes in bundles.
      .upgrade((transaction) => Promise.all(['rows', 'cursors', 'meta'].map((name) => transaction.table(name).clear())))
    this.version(3).stores({ blind: 'scope' })
    this.version(4).stores({ plans: 'floorId,*rooms,at' })
  }
}

const nameOf = (who: Identity): string => `eam-cache-${who.tenantId}-${who.userId}`

/** Opens the person's cache and makes it theirs; for the page that the person signed in on. */
export const openCache = async (who: Identity, options?: ConstructorParameters<typeof Dexie>[1]): Promise<CacheDb> => {
  const db = new CacheDb(nameOf(who), options)
  await db.meta.put({ k: 'owner', v: { tenantId: who.tenantId, userId: who.userId } satisfies Identity })
  return db
}

/** Deletes the person's cache, as a log-out does; the queue is another database and stays. */
export const deleteCache = async (who: Identity): Promise<void> => {
  forgetHeld()
  await Dexie.delete(nameOf(who))
}
