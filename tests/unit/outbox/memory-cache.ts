import type { Cursor } from '#contract/sync/sync.ts'
import {
  type BundleLoad,
  type CacheChanges,
  type CachedRow,
  type CacheMeta,
  type CacheState,
  type CacheStore,
  type CacheView,
  type CacheWant,
  freshCacheMeta,
  hidesCopy,
  isHeld,
  keyOf,
  targetOf,
} from '#src/data/cache/cache-port.ts'
import { BundleReader, type StoredBundle } from '#src/data/cache/stored-bundle.ts'
import type { Identity } from '#src/data/outbox/store/op.ts'

/** The storage of pulled rows as plain maps: every update is atomic. */
export class MemoryCache implements CacheStore {
  meta: CacheMeta
  private readonly rows = new Map<string, CachedRow>()
  private cursors: { gen: number; scope: string; cursor: Cursor }[] = []
  private bundles: StoredBundle[] = []
  private loads: { gen: number; feed: string; load: BundleLoad }[] = []

  constructor(owner: Identity) {
    this.meta = { ...freshCacheMeta(), owner }
  }

  /** What pages read. */
  readable(): Record<string, unknown>[] {
    const { gen } = this.meta.current
    const shown = new Map<string, Record<string, unknown>>()
    for (const bundle of this.bundles.filter((one) => one.gen === gen))
      for (const row of new BundleReader(bundle).rows()) {
        const key = keyOf(bundle.entity, String(row.id))
        if (!hidesCopy(this.rows.get(`${gen} ${key}`), bundle.feed)) shown.set(key, row)
      }
    for (const row of this.rows.values()) if (row.gen === gen && isHeld(row)) shown.set(keyOf(row.entity, row.id), row.row)
    return [...shown.values()]
  }

  async read(): Promise<CacheState> {
    return this.state()
  }

  private state(): CacheState {
    const { gen } = targetOf(this.meta)
    const mine = this.cursors.filter((row) => row.gen === gen).map(({ scope, cursor }) => [scope, cursor] as const)
    const loads = this.loads.filter((one) => one.gen === gen).map(({ feed, load }) => [feed, load] as const)
    return { meta: structuredClone(this.meta), cursors: Object.fromEntries(mine), loads: Object.fromEntries(loads) }
  }

  async update<T>(want: CacheWant, decide: (view: CacheView) => CacheChanges<T>): Promise<T> {
    // Without an await, so that no other update comes in between.
    const state = this.state()
    const { gen } = targetOf(state.meta)
    const held = [...new Set(this.cursors.map((row) => row.scope))]
    const gone = want.scopes ? held.filter((scope) => !want.scopes?.includes(scope)) : []
    const found = want.keys.flatMap(([entity, id]) => this.rows.get(`${gen} ${keyOf(entity, id)}`) ?? [])
    const rows = new Map(found.map((row) => [keyOf(row.entity, row.id), row]))
    const lost = [...this.rows.values()].filter((row) => [...row.scopes, ...(row.over ?? [])].some((scope) => gone.includes(scope)))
    const changes = decide({ ...state, rows, lost, held })
    this.commit(changes)
    return changes.value
  }

  private commit<T>({ put, drop, bundles, loads, cursors, dropScopes, dropGens, meta }: CacheChanges<T>): void {
    const keyed = (row: CachedRow) => `${row.gen} ${keyOf(row.entity, row.id)}`
    for (const row of drop ?? []) this.rows.delete(keyed(row))
    for (const row of put ?? []) this.rows.set(keyed(row), row)
    this.bundles.push(...(bundles ?? []))
    for (const [feed, load] of Object.entries(loads?.set ?? {})) {
      const gen = loads?.gen ?? 0
      this.loads = this.loads.filter((one) => one.gen !== gen || one.feed !== feed)
      if (load) this.loads.push({ gen, feed, load })
    }
    this.cursors = this.cursors.filter((row) => !dropScopes?.includes(row.scope))
    this.bundles = this.bundles.filter(({ feed }) => !dropScopes?.includes(feed))
    this.loads = this.loads.filter(({ feed }) => !dropScopes?.includes(feed))
    for (const [scope, cursor] of Object.entries(cursors?.set ?? {})) {
      const gen = cursors?.gen ?? 0
      this.cursors = [...this.cursors.filter((row) => row.gen !== gen || row.scope !== scope), { gen, scope, cursor }]
    }
    for (const gen of dropGens ?? []) {
      for (const row of this.rows.values()) if (row.gen === gen) this.rows.delete(keyed(row))
      this.cursors = this.cursors.filter((row) => row.gen !== gen)
      this.bundles = this.bundles.filter((bundle) => bundle.gen !== gen)
      this.loads = this.loads.filter((one) => one.gen !== gen)
    }
    Object.assign(this.meta, meta)
  }
}
