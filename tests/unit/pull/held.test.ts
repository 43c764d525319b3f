import 'fake-indexeddb/auto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BundleAnswer } from '#contract/sync/sync-bundle.ts'
import { CacheDb, deleteCache, openCache } from '#src/data/cache/cache-db.ts'
import { freshCacheMeta } from '#src/data/cache/cache-port.ts'
import { dexieCache, readMeta } from '#src/data/cache/dexie-cache.ts'
import { markHeld, wasHeld } from '#src/data/cache/held-mark.ts'
import { bundleKeys, heldByIds, heldLinked, heldRow, heldRows, looseRows } from '#src/data/cache/held-rows.ts'
import { BundleReader, bundleOfRows, bytesOfId, idInBundle, indexInBundle, storedBundle } from '#src/data/cache/stored-bundle.ts'
import { ann, bob } from '#tests/unit/outbox/lab.ts'

/** The nth id; ids differ in every part. */
const idOf = (n: number): string => `0190000${n}-${n}a00-700${n}-8000-00000000000${n}`
const room = (n: number): string => `01900000-0000-7000-8000-00000000010${n}`
const bytesOf = (ids: readonly string[]): string => ids.map((id) => String.fromCharCode(...bytesOfId(id)!.subarray(6))).join('')
const headOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
const packed = (ids: readonly string[]) => ({
  heads: ids.map((id, at) => headOf(id) - (at === 0 ? 0 : headOf(ids[at - 1]!))),
  tails: btoa(bytesOf(ids)),
})
const answerOf = (numbers: readonly number[]): BundleAnswer => ({
  ...{ epoch: 'e1', horizon: '7', serverTime: '2026-01-05T08:00:00.000Z', next: null },
  ids: packed(numbers.map(idOf)),
  versions: [...numbers],
  columns: [
    { name: 'name', kind: 'text', values: numbers.map((n) => (n === 2 ? null : `card ${n}`)) },
    { name: 'state', kind: 'few', values: ['in', 'out'], at: numbers.map((n) => (n === 3 ? -1 : n % 2)) },
    { name: 'room', kind: 'link', ids: packed([room(1), room(2)]), names: ['R1', null], at: numbers.map((n) => (n === 4 ? -1 : n % 2)) },
  ],
})
const rowOf = (n: number) => ({
  ...{ id: idOf(n), version: n },
  name: n === 2 ? null : `card ${n}`,
  state: n === 3 ? null : ['in', 'out'][n % 2],
  roomId: n === 4 ? null : room((n % 2) + 1),
  roomName: n === 4 || n % 2 === 1 ? null : 'R1',
})
const key = { gen: 1, feed: 'a#card', entity: 'card' }
const pack = (numbers: readonly number[], feed = 'a#card') => storedBundle({ ...key, feed }, answerOf(numbers))!

describe('rows in a pack', () => {
  it('are read as they came', () => {
    const bundle = pack([1, 2, 3, 4, 5])
    expect(bundle).toMatchObject({ ...key, first: idOf(1), rev: '7', size: 5 })
    expect(new BundleReader(bundle).rows()).toEqual([1, 2, 3, 4, 5].map(rowOf))
    expect([0, 4].map((at) => idInBundle(bundle, at))).toEqual([idOf(1), idOf(5)])
    expect(storedBundle(key, answerOf([]))).toBeUndefined()
    const reader = new BundleReader(bundle)
    const value = (name: string, at: number) => reader.value(bundle.columns.find((one) => one.name === name)!, at)
    expect([value('name', 0), value('name', 1), value('state', 2), value('room', 1), value('room', 0), value('room', 3)]).toEqual([
      ...['card 1', null, null, 'R1', null, null],
    ])
  })

  it('are found by their id, and by their link', () => {
    const bundle = pack([1, 3, 5, 7])
    const at = (n: number) => indexInBundle(bundle, bytesOfId(idOf(n))!)
    expect([0, 1, 2, 3, 5, 6, 7, 8].map(at)).toEqual([-1, 0, -1, 1, 2, -1, 3, -1])
    const reader = new BundleReader(pack([1, 2, 3, 4, 5]))
    expect(reader.linked('room', room(2))).toEqual([1, 3, 5].map(rowOf))
    expect(reader.linked('room', room(1))).toEqual([rowOf(2)])
    for (const none of [room(9), 'no id']) expect(reader.linked('room', none)).toEqual([])
    expect(reader.linked('name', room(1))).toEqual([])
    expect(reader.linked('other', room(1))).toEqual([])
  })

  it('are put together again from rows in any order', () => {
    const like = pack([1, 2, 3, 4, 5])
    const again = bundleOfRows(like, [4, 2, 5, 1, 3].map(rowOf), '8')
    expect(new BundleReader(again).rows()).toEqual([1, 2, 3, 4, 5].map(rowOf))
    expect(again).toMatchObject({ ...key, first: idOf(1), rev: '8', size: 5 })
    expect(again.columns[1]).toMatchObject({ values: ['out', 'in'] })
    expect(new BundleReader(bundleOfRows(like, [rowOf(5)], '9')).rows()).toEqual([rowOf(5)])
  })

  it('have ids of 16 bytes, and no others', () => {
    expect([...bytesOfId('00010203-0405-0607-0809-0A0b0c0d0eff')!]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255])
    for (const none of ['', '1', `${idOf(1)}0`, `x${idOf(1)}`, idOf(1).replace('0', 'g')]) expect(bytesOfId(none)).toBeUndefined()
  })
})

describe('what a phone holds of an entity', () => {
  const options = () => ({ indexedDB: new IDBFactory(), IDBKeyRange })
  const loose = (n: number, more: object = {}) => ({
    gen: 1,
    entity: 'card',
    id: idOf(n),
    scopes: ['a#card'],
    row: { ...rowOf(n), name: 'newer' },
    ...more,
  })
  /** Two packs of two feeds; over them a newer row, one that is gone, one that came alone; beside them another entity and another generation. */
  const filled = async () => {
    const cache = new CacheDb('cache', options())
    await cache.packs.bulkPut([pack([1, 2]), pack([3, 4]), pack([2, 6], 'b#card'), { ...pack([9]), gen: 2 }])
    const scopes = ['a', 'a#card', 'b#card', 'a#other']
    await cache.cursors.bulkPut([...scopes.map((scope) => ({ gen: 1, scope, cursor: '1.0' })), { gen: 2, scope: 'c#card', cursor: '1.0' }])
    await cache.rows.bulkPut([
      loose(1),
      loose(3, { scopes: [], over: ['a#card'], row: {} }),
      loose(2, { scopes: [], over: ['a#card'], row: {} }),
      loose(8, { scopes: ['a'] }),
      loose(7, { entity: 'other' }),
      loose(7, { gen: 2 }),
    ])
    return { cache, gen: 1, entity: 'card' }
  }
  const newer = (n: number) => ({ ...rowOf(n), name: 'newer' })

  it('is its packs and the rows over them', async () => {
    const held = await filled()
    expect(await heldRows(held)).toEqual([newer(1), rowOf(2), rowOf(4), rowOf(6), newer(8)])
    expect((await looseRows(held)).map(({ id }) => id)).toEqual([1, 2, 3, 8].map(idOf))
    expect((await bundleKeys(held)).map(([, feed, first]) => [feed, first])).toEqual([
      ['a#card', idOf(1)],
      ['a#card', idOf(3)],
      ['b#card', idOf(2)],
    ])
  })

  it('is found by id: the newer row, the copy that nothing hides, or none', async () => {
    const held = await filled()
    for (const [n, row] of [
      [1, newer(1)],
      [2, rowOf(2)],
      [3, undefined],
      [4, rowOf(4)],
      [6, rowOf(6)],
      [7, undefined],
      [8, newer(8)],
      [9, undefined],
    ] as const)
      expect(await heldRow(held, idOf(n)), `${n}`).toEqual(row)
    expect(await heldRow(held, 'no id')).toBeUndefined()
    expect(await heldByIds(held, [8, 4, 3, 2, 1, 9].map(idOf))).toEqual([newer(8), rowOf(4), rowOf(2), newer(1)])
    expect(await heldByIds(held, ['no id', idOf(6)])).toEqual([rowOf(6)])
    expect(await heldByIds(held, [])).toEqual([])
    const read = vi.spyOn(held.cache.packs, 'get')
    expect(await heldByIds(held, [idOf(4)])).toEqual([rowOf(4)])
    // The second of three packs has it: no further one is read.
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('is found by a link', async () => {
    const held = await filled()
    const linked = await heldLinked(held, 'room', room(2))
    expect(linked).toEqual([newer(1)])
    expect(await heldLinked(held, 'room', room(1))).toEqual(expect.arrayContaining([rowOf(2), rowOf(6), newer(8)]))
    expect(await heldLinked(held, 'room', room(1))).toHaveLength(3)
  })

  it('without packs is its rows alone', async () => {
    const held = await filled()
    await held.cache.packs.clear()
    expect(await heldRows(held)).toEqual([newer(1), newer(8)])
  })

  it('is written in one step: rows, packs, loads, cursors and what is dropped', async () => {
    const { cache } = await filled()
    await cache.blind.bulkPut(['a', 'z'].map((scope) => ({ scope, salt: '', stamp: '', codes: new Uint8Array() })))
    const plan = { floorId: 'f', rooms: [], at: 1 }
    await cache.plans.put(plan)
    const store = dexieCache(cache)
    const load = { rows: 2, got: 1, horizon: '1', after: null }
    await store.update({ keys: [] }, () => ({ loads: { gen: 1, set: { 'a#card': load, 'd#card': load } }, value: undefined }))
    expect((await store.read()).loads).toEqual({ 'a#card': load, 'd#card': load })
    expect(await cache.plans.count()).toBe(1)
    const asked = await store.update(
      {
        keys: [
          ['card', idOf(1)],
          ['card', idOf(9)],
        ],
        scopes: ['a', 'b#card', 'a#other'],
      },
      (view) => ({
        ...{ put: [loose(5)], drop: [loose(8)], dropScopes: ['a#card'], meta: { pulledAt: 5 } },
        ...{ loads: { gen: 1, set: { 'd#card': null } }, cursors: { gen: 1, set: { e: '2.0' } }, bundles: [pack([5], 'e#card')] },
        value: view,
      }),
    )
    expect([...asked.rows.keys()]).toEqual([`card ${idOf(1)}`])
    expect(asked.held.sort()).toEqual(['a', 'a#card', 'a#other', 'b#card', 'c#card'])
    expect(asked.lost.map(({ gen, entity, id }) => [gen, entity, id]).sort()).toEqual(
      [
        [1, 'card', idOf(1)],
        [1, 'card', idOf(2)],
        [1, 'card', idOf(3)],
        [1, 'other', idOf(7)],
        [2, 'card', idOf(7)],
      ].sort(),
    )
    expect((await cache.packs.toArray()).map(({ feed }) => feed)).toEqual(['b#card', 'e#card'])
    expect(await store.read()).toMatchObject({ loads: {}, cursors: { a: '1.0', 'b#card': '1.0', e: '2.0' }, meta: { pulledAt: 5 } })
    expect((await store.read()).cursors).not.toHaveProperty('a#card')
    expect((await cache.rows.toArray()).map(({ id }) => id)).not.toContain(idOf(8))
    expect(await cache.blind.count()).toBe(2)
    expect(await cache.plans.count()).toBe(0)
    await cache.plans.put(plan)
    await store.update({ keys: [] }, () => ({ dropScopes: ['z'], value: undefined }))
    expect((await cache.blind.toArray()).map(({ scope }) => scope)).toEqual(['a'])
    const { lost } = await store.update({ keys: [] }, (view) => ({ value: view }))
    expect(lost).toEqual([])
  })

  it('leaves with its generation', async () => {
    const { cache } = await filled()
    await cache.loads.bulkPut([1, 2].map((gen) => ({ gen, feed: 'a#card', rows: 1, got: 0, horizon: null, after: null })))
    await cache.plans.put({ floorId: 'f', rooms: [], at: 1 })
    await dexieCache(cache).update({ keys: [] }, () => ({ dropGens: [1], value: undefined }))
    for (const table of [cache.rows, cache.packs, cache.loads, cache.cursors])
      expect(
        (await (table as typeof cache.rows).toArray()).map(({ gen }) => gen),
        table.name,
      ).toEqual([2])
    expect(await cache.plans.count()).toBe(0)
  })
})

describe('the cache of a person', () => {
  const store = new Map<string, string>()
  beforeEach(() => {
    store.clear()
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => store.get(name) ?? null,
      setItem: (name: string, value: string) => void store.set(name, value),
      removeItem: (name: string) => void store.delete(name),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is made theirs when it is opened', async () => {
    const db = await openCache(ann, { indexedDB: new IDBFactory(), IDBKeyRange })
    expect(db.name).toBe('eam-cache-t1-ann')
    expect(await readMeta(db)).toEqual({ ...freshCacheMeta(), owner: ann })
  })

  it('leaves a mark outside of the databases, of one person at a time, until it is removed on purpose', async () => {
    expect(wasHeld(ann)).toBe(false)
    markHeld(ann)
    expect([wasHeld(ann), wasHeld(bob), wasHeld({ ...ann, tenantId: 't2' })]).toEqual([true, false, false])
    expect([...store.keys()]).toEqual(['eam-phoneHeld'])
    const names = async () => (await indexedDB.databases()).map(({ name }) => name)
    const db = await openCache(ann)
    expect(await names()).toContain(db.name)
    await deleteCache(ann)
    expect(await names()).not.toContain(db.name)
    expect(wasHeld(ann)).toBe(false)
  })
})
