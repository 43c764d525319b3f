import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deleteCache, openCache } from '#src/data/cache/cache-db.ts'
import { dexieCache } from '#src/data/cache/dexie-cache.ts'
import { kindBook, setFields } from '#src/data/outbox/store/kinds.ts'
import { type PullEnv, pullRound } from '#src/data/pull/pull-round.ts'
import { useDeviceIndex } from '#src/features/asset/public/device-index-store.ts'
import { findDevice } from '#src/features/asset/public/devices.ts'
import { keepDeviceIndex, readDeviceIndex } from '#src/features/asset/public/kept-device-index.ts'
import { type PhoneStore, usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { shown } from '#tests/harness/shown.ts'
import { ann, lab } from '#tests/unit/outbox/lab.ts'
import { Feed } from './feed.ts'

const remembered = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => remembered.get(name) ?? null,
  setItem: (name: string, value: string) => remembered.set(name, value),
  removeItem: (name: string) => remembered.delete(name),
})
afterEach(() => {
  usePhoneStore.setState({ phoneStore: undefined })
  remembered.clear()
})

const idOf = (n: number): string => `0190000${n}-0000-7000-8000-00000000000${n}`

const phone = async () => {
  const base = await lab()
  const feed = new Feed()
  feed.large = 'device'
  feed.bundleFrom = -1
  const open = async () => {
    const cache = await openCache(ann, base.indexedDb)
    const env: PullEnv = {
      cache: dexieCache(cache),
      outbox: base.store,
      locks: base.env.locks,
      who: ann,
      bundleRows: 2,
      transport: {
        renew: base.env.transport.renew,
        pull: async (request) => ({ kind: 'answer', answer: feed.answer(request) as never }),
        bundle: async (request) => ({ kind: 'answer', answer: feed.bundle(request) as never }),
      },
    }
    const kinds = kindBook([{ kind: 'device.submit', reduce: setFields }, { kind: 'note.add' }])
    const phoneStore = { cache, outbox: base.store, kinds, who: ann } as unknown as PhoneStore
    usePhoneStore.setState({ phoneStore })
    keepDeviceIndex()
    return { cache, pull: () => pullRound(env) }
  }
  const put = (n: number, more: Record<string, unknown> = {}) =>
    feed.put('a', idOf(n), { deviceName: `泵 ${n}`, deviceCode: `ZC-${n}`, qrToken: `token${n}`, version: 1, ...more }, 'device')
  return { ...base, feed, put, open }
}

const names = (text = ''): string[] =>
  useDeviceIndex
    .getState()
    .index?.search(text, 99)
    .rows.map((row) => row.deviceName) ?? []

describe('the cards in memory', () => {
  it('follow packs, later changes, tombstones and own unsent writes', async () => {
    const { feed, put, open, write } = await phone()
    for (const n of [1, 2, 3, 4, 5]) put(n)
    const { pull } = await open()
    expect((await readDeviceIndex()).size).toBe(0)
    await pull()
    await shown(() => expect(names()).toEqual([1, 2, 3, 4, 5].map((n) => `泵 ${n}`)))
    expect((await findDevice(' TOKEN4 '))?.id).toBe(idOf(4))
    put(2, { deviceName: '新泵', version: 2, rfidCode: 'E2801' })
    feed.remove('a', idOf(4), 'device')
    await pull()
    await shown(() => expect(names()).toEqual(['泵 1', '泵 3', '泵 5', '新泵'].sort(new Intl.Collator('zh-CN').compare)))
    expect(await findDevice('token4')).toBeUndefined()
    expect((await findDevice('e2801'))?.deviceName).toBe('新泵')
    await write({ kind: 'device.submit', target: { type: 'device', id: idOf(5) }, body: { deviceName: '本机改过' } })
    await shown(() => expect(names('本机')).toEqual(['本机改过']))
    expect((await findDevice('token5'))?.deviceName).toBe('本机改过')
    expect(names('泵 5')).toEqual([])
  })

  it('can be used while packs still arrive, and say how many have', async () => {
    const { put, open } = await phone()
    for (const n of [1, 2, 3, 4, 5]) put(n)
    const { pull } = await open()
    const seen: unknown[] = []
    const stop = useDeviceIndex.subscribe(({ coming, index }) => coming && seen.push([coming.got, coming.rows, index?.size]))
    await pull()
    await shown(() => expect(useDeviceIndex.getState().coming).toBeUndefined())
    await shown(() => expect(names()).toHaveLength(5))
    stop()
    expect(seen).toContainEqual([2, 5, expect.any(Number)])
  })
})

describe('a phone whose databases are gone [F54]', () => {
  it('loads everything again, and the person is told', async () => {
    const { put, open } = await phone()
    for (const n of [1, 2, 3]) put(n)
    const { cache, pull } = await open()
    expect(useDeviceIndex.getState().evicted).toBe(false)
    await pull()
    await shown(() => expect(remembered.size).toBe(1))
    usePhoneStore.setState({ phoneStore: undefined })
    await cache.delete()
    const again = await open()
    await shown(() => expect(useDeviceIndex.getState().evicted).toBe(true))
    expect(await again.pull()).toBe('whole')
    await shown(() => expect(names()).toHaveLength(3))
  })

  it('is not taken for one that a person signed out of', async () => {
    const { put, open } = await phone()
    put(1)
    const { cache, pull } = await open()
    await pull()
    await shown(() => expect(remembered.size).toBe(1))
    usePhoneStore.setState({ phoneStore: undefined })
    cache.close()
    await deleteCache(ann)
    expect(remembered.size).toBe(0)
  })
})
