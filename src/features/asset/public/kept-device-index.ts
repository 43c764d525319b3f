import Dexie, { liveQuery, type Subscription } from 'dexie'
import { bundleFeedParts } from '#contract/sync/sync-bundle.ts'
import { type CachedRow, isHeld } from '#src/data/cache/cache-port.ts'
import { readMeta } from '#src/data/cache/dexie-cache.ts'
import { markHeld, wasHeld } from '#src/data/cache/held-mark.ts'
import { bundleKeys, looseRows } from '#src/data/cache/held-rows.ts'
import { readWritten } from '#src/data/cache/read-rows.ts'
import type { StoredBundle } from '#src/data/cache/stored-bundle.ts'
import { outboxTables } from '#src/data/outbox/store/outbox-db.ts'
import { pacedRead } from '#src/data/paced-read.ts'
import { type PhoneStore, usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import type { PhoneDevice } from './device.ts'
import { DeviceIndex, partOfBundle } from './device-index.ts'
import { RowsPart } from './device-index-part.ts'
import { emptyDeviceIndex, useDeviceIndex } from './device-index-store.ts'

/** How often the person's own writes are read again while they come one after another, milliseconds. */
const WRITTEN_EVERY_MS = 250

/** The name of the entity of the cards. */
const device = 'device'

const cards = (rows: readonly Record<string, unknown>[]): RowsPart => new RowsPart(rows as unknown as PhoneDevice[])

/** Follows one generation of a person's cache; every part is read again only when it has changed. */
class DeviceIndexUpdater {
  private readonly subscriptions: Pick<Subscription, 'unsubscribe'>[]
  private bundles: readonly StoredBundle[] | undefined
  private loose: readonly CachedRow[] | undefined
  private looseCards = cards([])
  private written: Map<string, Record<string, unknown> | undefined> | undefined

  constructor(of: PhoneStore, gen: number) {
    const { cache } = of
    const held = { cache, gen, entity: device }
    const error = (problem: unknown): void => console.error(problem)
    let known = new Map<string, StoredBundle>()
    const bundles = liveQuery(async () => {
      const keys = await bundleKeys(held)
      const missing = await cache.packs.bulkGet(keys.filter((key) => !known.has(key.join())))
      const read = new Map(
        missing.flatMap((bundle) => (bundle ? [[[gen, bundle.feed, bundle.first, bundle.rev].join(), bundle] as const] : [])),
      )
      return new Map(
        keys.flatMap((key) => {
          const bundle = known.get(key.join()) ?? read.get(key.join())
          return bundle ? [[key.join(), bundle] as const] : []
        }),
      )
    })
    this.subscriptions = [
      bundles.subscribe({
        next: (found) => {
          known = found
          this.bundles = [...found.values()]
          this.show()
        },
        error,
      }),
      liveQuery(() => looseRows(held)).subscribe({
        next: (rows) => {
          this.loose = rows
          this.looseCards = cards(rows.filter(isHeld).map(({ row }) => row))
          this.show()
        },
        error,
      }),
      {
        unsubscribe: pacedRead(
          [...outboxTables, ...['rows', 'meta'].map((table) => ({ database: cache.name, table }))],
          WRITTEN_EVERY_MS,
          () => readWritten(of, device),
          {
            next: (rows) => {
              const isNews = this.written === undefined || this.written.size + rows.size > 0
              this.written = rows
              if (isNews) this.show()
            },
            error,
          },
        ),
      },
      liveQuery(() => cache.loads.where('[gen+feed]').between([gen, Dexie.minKey], [gen, Dexie.maxKey]).toArray()).subscribe({
        next: (loads) => {
          const cardLoads = loads.filter(({ feed }) => bundleFeedParts(feed)?.entity === device)
          const sum = (of: 'got' | 'rows'): number => cardLoads.reduce((total, load) => total + load[of], 0)
          useDeviceIndex.setState({ coming: cardLoads.length > 0 ? { got: sum('got'), rows: sum('rows') } : undefined })
        },
        error,
      }),
    ]
  }

  stop(): void {
    for (const one of this.subscriptions) one.unsubscribe()
  }

  private show(): void {
    const { bundles, loose, written } = this
    if (!bundles || !loose || !written) return
    const removed = [...written].flatMap(([id, row]) => (row ? [] : [{ id }]))
    const gone = [...loose.filter((row) => !isHeld(row)).map(({ id, over }) => ({ id, feeds: over ?? [] })), ...removed]
    const own = cards([...written.values()].filter((row) => row !== undefined))
    useDeviceIndex.setState({ index: new DeviceIndex([...bundles.map(partOfBundle), this.looseCards, own], gone) })
  }
}

let isKept = false

/** Keeps the device cards of the signed-in person in memory, updated by every pull and write. Loaded on first use: a card by its id needs only itself. */
export function keepDeviceIndex(): void {
  if (isKept) return
  isKept = true
  let generation: Subscription | undefined
  let updater: DeviceIndexUpdater | undefined
  const follow = (of: PhoneStore | undefined): void => {
    generation?.unsubscribe()
    updater?.stop()
    useDeviceIndex.setState(emptyDeviceIndex)
    if (!of) return
    let gen: number | undefined
    generation = liveQuery(async () => (await readMeta(of.cache)).current).subscribe(({ gen: next, complete }) => {
      if (complete) markHeld(of.who)
      else if (wasHeld(of.who)) useDeviceIndex.setState({ evicted: true })
      if (next === gen) return
      gen = next
      updater?.stop()
      updater = new DeviceIndexUpdater(of, next)
    })
  }
  usePhoneStore.subscribe((state, before) => {
    if (state.phoneStore !== before.phoneStore) follow(state.phoneStore)
  })
  follow(usePhoneStore.getState().phoneStore)
}

/** The cards, once they have been read. */
export const readDeviceIndex = (): Promise<DeviceIndex> =>
  new Promise((done) => {
    keepDeviceIndex()
    const { index } = useDeviceIndex.getState()
    if (index) return done(index)
    const stop = useDeviceIndex.subscribe((state) => {
      if (!state.index) return
      stop()
      done(state.index)
    })
  })
