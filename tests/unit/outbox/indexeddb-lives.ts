import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { CacheDb } from '#src/data/cache/cache-db.ts'
import type { CacheStore } from '#src/data/cache/cache-port.ts'
import { dexieCache, readMeta } from '#src/data/cache/dexie-cache.ts'
import type { OutboxStore } from '#src/data/outbox/ports.ts'
import { dexieStore } from '#src/data/outbox/store/dexie-store.ts'
import type { Identity } from '#src/data/outbox/store/op.ts'
import { OutboxDb } from '#src/data/outbox/store/outbox-db.ts'
import { seedsInQuarter } from '#tests/harness/quarter.ts'
import { Simulation } from './simulation.ts'

const only = process.env.SEED === undefined ? undefined : Number(process.env.SEED)
// Half of them in each of two files, which run beside each other. IDB_SEEDS=n runs another number of them, SEED=n replays one.
const most = 200
const given = process.env.IDB_SEEDS ?? (only === undefined ? undefined : most)
const { first: firstSeed, count: all } = given === undefined ? seedsInQuarter(most) : { first: 1, count: Number(given) }
const together = 5

/** The databases of one life, each phone with an IndexedDB of its own. */
const databases = () => {
  const factories = new Map<string, IDBFactory>()
  const caches = new Map<CacheStore, CacheDb>()
  const optionsOf = (phone: string) => {
    const indexedDB = factories.get(phone) ?? new IDBFactory()
    factories.set(phone, indexedDB)
    return { indexedDB, IDBKeyRange }
  }
  const storeOf = (phone: string): OutboxStore => {
    const db = new OutboxDb('eam-outbox', optionsOf(phone))
    db.on('populate', (transaction) => transaction.table('meta').add({ k: 'deviceId', v: phone }))
    return dexieStore(db)
  }
  const cacheOf = (phone: string, who: Identity): CacheStore => {
    const db = new CacheDb(`eam-cache-${who.tenantId}-${who.userId}`, optionsOf(phone))
    db.on('populate', (transaction) => transaction.table('meta').add({ k: 'owner', v: who }))
    const cache = dexieCache(db)
    caches.set(cache, db)
    return cache
  }
  const readable = async (cache: CacheStore): Promise<Record<string, unknown>[]> => {
    const db = caches.get(cache)
    if (db === undefined) return []
    const { current } = await readMeta(db)
    return (await db.rows.toArray()).filter((row) => row.gen === current.gen).map((row) => row.row)
  }
  return { storeOf, cacheOf, readable }
}

const live = async (seed: number): Promise<string[]> => {
  const life = new Simulation(seed, { ...databases(), logging: only !== undefined })
  for (let step = life.advance(); step !== false; step = life.advance()) {
    await step
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { problems, log } = life.outcome()
  if (only !== undefined) console.info(log.join('\n'))
  return problems.length > 0 ? [`SEED=${seed}: ${problems.join('; ')}`] : []
}

/** The lives of one half of the seeds, each on databases of its own. */
export const liveHalf = (half: 0 | 1): void => {
  const from = firstSeed + (half === 0 ? 0 : Math.ceil(all / 2))
  const to = firstSeed - 1 + (half === 0 ? Math.ceil(all / 2) : all)
  const seeds = Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n).filter((seed) => only === undefined || seed === only)
  const slices = Array.from({ length: Math.ceil(seeds.length / together) }, (_, n) => seeds.slice(n * together, (n + 1) * together))
  describe('the real flusher on IndexedDB', () => {
    it.each(slices.map((slice) => ({ slice, first: slice[0], last: slice.at(-1) })))(
      '[I1] [I2] [I3] [I4] [I5] [I6] hold for seeds $first to $last',
      async ({ slice }) => {
        const bad = await Promise.all(slice.map(live))
        expect(bad.flat()).toEqual([])
      },
    )
    it('has seeds to live through, or another file has', () => {
      expect(slices.length > 0 || only !== undefined || all < 2).toBe(true)
    })
  })
}
