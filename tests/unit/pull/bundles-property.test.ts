import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { CacheDb } from '#src/data/cache/cache-db.ts'
import type { CacheStore } from '#src/data/cache/cache-port.ts'
import { compactBundles } from '#src/data/cache/compact-bundles.ts'
import { dexieCache, readMeta } from '#src/data/cache/dexie-cache.ts'
import { heldRows } from '#src/data/cache/held-rows.ts'
import { freshMeta, type OutboxStore } from '#src/data/outbox/ports.ts'
import { type PullEnv, pullRound } from '#src/data/pull/pull-round.ts'
import { ann } from '#tests/unit/outbox/lab.ts'
import { MemoryCache } from '#tests/unit/outbox/memory-cache.ts'
import { seeded } from '#tests/unit/outbox/world.ts'
import { Feed } from './feed.ts'

const only = process.env.SEED === undefined ? undefined : Number(process.env.SEED)
const scopes = ['a', 'b', 'c']
const cards = 14
const idOf = (n: number): string => `0190${String(n).padStart(4, '0')}-0000-7000-8000-000000000000`

/** A phone's storage and what pages would read of it. */
interface Store {
  cache: CacheStore
  readable: () => Promise<Record<string, unknown>[]>
  compact: () => Promise<void>
}

const inMemory = (): Store => {
  const cache = new MemoryCache(ann)
  return { cache, readable: async () => cache.readable(), compact: async () => {} }
}

const onIndexedDb = (): Store => {
  const db = new CacheDb('cache', { indexedDB: new IDBFactory(), IDBKeyRange })
  db.on('populate', (transaction) => transaction.table('meta').add({ k: 'owner', v: ann }))
  const gen = async (): Promise<number> => (await readMeta(db)).current.gen
  return {
    cache: dexieCache(db),
    readable: async () => heldRows({ cache: db, gen: await gen(), entity: 'card' }),
    compact: async () => compactBundles(db, await gen(), 1),
  }
}

const signedIn: OutboxStore = {
  blob: async () => undefined,
  read: async () => ({ ops: [], done: [], meta: { ...freshMeta('p'), identity: ann } }),
  update: async (decide) => decide({ ops: [], done: [], meta: { ...freshMeta('p'), identity: ann } }).value,
}

/** One seeded life: rows change, move and go, scopes come and go, pulls are cut and killed; at the end the phone holds what the server has. Returns what is wrong. */
const live = async (seed: number, { cache, readable, compact }: Store): Promise<string[]> => {
  const random = seeded(seed)
  const below = (most: number): number => Math.floor(random() * most)
  const feed = new Feed()
  feed.large = 'card'
  feed.bundleFrom = below(4)
  let version = 0
  const where = new Map<string, string>()
  const change = (): void => {
    const id = idOf(below(cards))
    const old = where.get(id)
    const to = below(4) === 0 ? undefined : scopes[below(scopes.length)]
    if (old && old !== to) feed.remove(old, id)
    where.delete(id)
    version += 1
    if (!to) return
    where.set(id, to)
    feed.put(to, id, { name: `card ${version}`, version })
  }
  const rights = (): void => {
    feed.scopes = scopes.filter(() => below(3) > 0)
  }
  const act = (): void => {
    const dice = below(20)
    if (dice < 16) change()
    else if (dice < 18) rights()
    else if (dice === 18) feed.epoch = `epoch-${version}`
    else feed.oldest = version
  }
  const lost = (): boolean => below(8) === 0
  const pull = (killRate: number, cuts: boolean): Promise<unknown> => {
    const env: PullEnv = {
      cache,
      outbox: signedIn,
      who: ann,
      limit: 1 + below(6),
      bundleRows: 1 + below(4),
      locks: { attempt: (_name, work) => work(), wait: (_name, _limit, work) => work() },
      transport: {
        renew: async () => 'renewed',
        pull: async (request) => {
          if (cuts && lost()) return { kind: 'lost' }
          if (cuts && lost()) act()
          const answer = feed.answer(request)
          if (cuts && lost()) act()
          return answer === 'resync' ? { kind: 'status', http: 410, code: 'resync' } : { kind: 'answer', answer }
        },
        bundle: async (request) => {
          if (cuts && lost()) return { kind: 'lost' }
          if (cuts && below(3) === 0) act()
          const answer = feed.bundle(request)
          return answer === 'forbidden' ? { kind: 'status', http: 403, code: 'forbidden' } : { kind: 'answer', answer }
        },
      },
    }
    return new Promise((done) => {
      const checkpoint = (): void | Promise<void> => {
        if (random() >= killRate) return
        done('killed')
        return new Promise<never>(() => {})
      }
      void pullRound({ ...env, checkpoint }).then(done)
    })
  }
  for (let n = 0; n < 8; n += 1) change()
  for (let step = 0; step < 14; step += 1) {
    const dice = below(10)
    if (dice < 4) act()
    else if (dice < 8) await pull(0.1, true)
    // Two tabs at once, because a lock may be stolen.
    else if (dice < 9) await Promise.all([pull(0.05, true), pull(0.05, true)])
    else await compact()
  }
  feed.oldest = 0
  let outcome = await pull(0, false)
  await compact()
  act()
  feed.oldest = 0
  outcome = await pull(0, false)
  const byId = (a: Record<string, unknown>, b: Record<string, unknown>): number => (String(a.id) < String(b.id) ? -1 : 1)
  const [held, wanted] = [(await readable()).sort(byId), feed.truth().sort(byId)]
  const isEqual =
    JSON.stringify(held.map(({ id, version: at }) => [id, at])) === JSON.stringify(wanted.map(({ id, version: at }) => [id, at]))
  const { meta, loads } = await cache.read()
  return [
    ...(outcome === 'whole' ? [] : [`SEED=${seed}: ended with ${String(outcome)}`]),
    ...(isEqual ? [] : [`SEED=${seed}: holds ${JSON.stringify(held)} instead of ${JSON.stringify(wanted)}`]),
    ...(meta.loading === null && meta.current.complete && Object.keys(loads).length === 0
      ? []
      : [`SEED=${seed}: something is still to come`]),
  ]
}

/** The seeds in parts that are short enough for a test. */
const slices = (count: number, each: number): { first: number; last: number }[] =>
  only !== undefined
    ? [{ first: only, last: only }]
    : Array.from({ length: Math.ceil(count / each) }, (_, n) => ({ first: n * each + 1, last: Math.min(count, (n + 1) * each) }))

const lives = async (first: number, last: number, storeOf: () => Store): Promise<string[]> => {
  const bad: string[] = []
  for (let seed = first; seed <= last; seed += 1) bad.push(...(await live(seed, storeOf())))
  return bad
}

describe('packs, pulls, kills, lost and gained scopes', () => {
  it.each(slices(4000, 200))('[F48] [F49] [F50] [F51] [F52] [I4] hold in memory for seeds $first to $last', async ({ first, last }) => {
    expect(await lives(first, last, inMemory)).toEqual([])
  })

  it.each(slices(60, 3))(
    '[F48] [F49] [F50] [F51] [F52] [I4] hold on IndexedDB for seeds $first to $last, rows put into packs in between',
    async ({ first, last }) => {
      expect(await lives(first, last, onIndexedDb)).toEqual([])
    },
  )
})
