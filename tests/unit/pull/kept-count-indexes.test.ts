import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { openCache } from '#src/data/cache/cache-db.ts'
import { compactBundles } from '#src/data/cache/compact-bundles.ts'
import { dexieCache } from '#src/data/cache/dexie-cache.ts'
import { kindBook } from '#src/data/outbox/kinds.ts'
import { type PullEnv, pullRound } from '#src/data/pull/pull-round.ts'
import { keepCountIndexes, useCountIndexes } from '#src/features/check/count-indexes.ts'
import { type PhoneStore, usePhoneStore } from '#src/kit/phone/phone-store.ts'
import { shown } from '#tests/harness/shown.ts'
import { ann, lab } from '#tests/unit/outbox/lab.ts'
import { Feed } from './feed.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
afterEach(() => usePhoneStore.setState({ phoneStore: undefined }))

const task = '01900000-0000-7000-8000-00000000000c'
const scope = `task:${task}`
const idOf = (n: number): string => `0190000${n}-0000-7000-8000-00000000000${n}`
const board = () => useCountIndexes.getState().boards?.get(task)

test('the lines of a check are on its board as their packs come, found by all codes, and the check is whole after the last', async () => {
  const base = await lab()
  const feed = new Feed()
  feed.scopes = [scope]
  feed.large = 'checkLine'
  feed.bundleFrom = -1
  const put = (n: number, more: Record<string, unknown> = {}) =>
    feed.put(
      scope,
      idOf(n),
      { checkId: task, deviceName: `泵 ${n}`, rfidCode: `E28011${n}`, sn: `SN-${n}`, result: 'pending', version: 1, ...more },
      'checkLine',
    )
  for (const n of [1, 2, 3, 4, 5]) put(n)
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
  usePhoneStore.setState({ phoneStore: { cache, outbox: base.store, kinds: kindBook([]), who: ann } as unknown as PhoneStore })
  keepCountIndexes()
  const states: string[] = []
  const stop = useCountIndexes.subscribe(({ whole }) => states.push(`${board()?.size ?? 0} ${whole.includes(scope)}`))
  await pullRound(env)
  await shown(() => expect(useCountIndexes.getState().whole).toContain(scope))
  stop()
  expect(board()?.size).toBe(5)
  // Never called whole while a line was missing.
  expect(states.filter((state) => state.endsWith('true') && !state.startsWith('5 '))).toEqual([])
  expect(board()?.lineOfCode('e280113')?.id).toBe(idOf(3))

  put(3, { rfidCode: 'E2NEU', version: 2 })
  feed.remove(scope, idOf(4), 'checkLine')
  await pullRound(env)
  await shown(() => expect(board()?.lineOfCode('E2NEU')?.id).toBe(idOf(3)))
  await shown(() => expect(board()?.size).toBe(4))
  expect(board()?.lineOfCode('E280113')).toBeUndefined()
  expect(board()?.lineOfCode('SN-4')).toBeUndefined()

  // What lies over the packs is put into them, and stays on the board.
  await compactBundles(cache, 1, 0)
  expect(await cache.rows.where('over').equals(`${scope}#checkLine`).count()).toBe(0)
  await shown(() => expect(board()?.lineOfCode('E2NEU')?.id).toBe(idOf(3)))
  expect(board()?.size).toBe(4)
})
