import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { openCache } from '#src/data/cache/cache-db.ts'
import { compactBundles } from '#src/data/cache/compact-bundles.ts'
import { dexieCache } from '#src/data/cache/dexie-cache.ts'
import type { OutboxStore } from '#src/data/outbox/ports.ts'
import { kindBook } from '#src/data/outbox/store/kinds.ts'
import { type PullEnv, pullRound } from '#src/data/pull/pull-round.ts'
import { seenFacts } from '#src/features/check/last-seen.tsx'
import { keepCountIndexes, useCountIndexes } from '#src/features/check/phone/count-indexes.ts'
import { record, withdraw } from '#src/features/check/phone/record.ts'
import { type PhoneStore, usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { shown } from '#tests/harness/shown.ts'
import { ann, lab } from '#tests/unit/outbox/lab.ts'
import { Feed } from './feed.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
afterEach(() => usePhoneStore.setState({ phoneStore: undefined }))

const task = '01900000-0000-7000-8000-00000000000c'
const scope = `task:${task}`
const idOf = (n: number): string => `0190000${n}-0000-7000-8000-00000000000${n}`
const board = () => useCountIndexes.getState().boards?.get(task)

/** A phone that has pulled five lines of a check. */
async function pulledCheck() {
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
  return { base, feed, put, cache, env }
}

test('the lines of a check are on its board as their packs come, found by all codes, and the check is whole after the last', async () => {
  const { base, feed, put, cache, env } = await pulledCheck()
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

test('a code is counted when it is said, however long the store takes, and not at all if it cannot be stored', async () => {
  const { base, cache, env } = await pulledCheck()
  /** Writes that wait for the test to let them through. */
  const waiting: ((isGood: boolean) => void)[] = []
  const update: OutboxStore['update'] = async (decide, want) => {
    if (!(await new Promise<boolean>((done) => waiting.push(done)))) throw new Error('no space')
    return base.store.update(decide, want)
  }
  const letThrough = async (isGood = true): Promise<void> => {
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0))
    waiting.shift()?.(isGood)
  }
  usePhoneStore.setState({
    phoneStore: {
      cache,
      outbox: { ...base.store, update },
      kinds: kindBook([]),
      who: ann,
      kick: async () => undefined,
      wakeLater: () => undefined,
    } as unknown as PhoneStore,
  })
  keepCountIndexes()
  await pullRound(env)
  await shown(() => expect(board()?.size).toBe(5))
  const scan = (n: number, id?: string) => record({ checkId: task, code: `SN-${n}`, lineId: idOf(n), way: 'reader' }, id)
  const done = () => board()?.progress().done
  const facts = (n: number) =>
    seenFacts(board()?.line(idOf(n)), `SN-${n}`, { locationId: undefined, userId: 'ann', isLate: false, isBlind: false, isWhole: true })

  expect(facts(1).hint?.word).toBe('check.saved')
  const first = scan(1, 'scan-1')
  const stranger = record({ checkId: task, code: 'SHELF-1', way: 'reader' })
  expect(done()).toBe(1)
  expect(facts(1)).toMatchObject({ title: checkResults.match, hint: { word: 'count.againMine' } })
  expect(
    board()
      ?.surplus()
      .map(({ code }) => code),
  ).toEqual(['SHELF-1'])
  const again = scan(1)
  expect(done()).toBe(1)
  for (const write of [first, stranger, again]) {
    await letThrough()
    await write
    expect(done()).toBe(1)
  }
  await shown(() => expect(board()?.line(idOf(1))?.own?.opId).toBe('scan-1'))
  // Once the store shows it, nothing is counted twice, and nothing vanishes.
  expect(board()?.surplus()).toHaveLength(1)

  const refused = scan(2)
  expect(done()).toBe(2)
  await letThrough(false)
  await expect(refused).rejects.toThrow('no space')
  await shown(() => expect(done()).toBe(1))

  const third = scan(3, 'scan-3')
  await letThrough()
  await third
  expect(done()).toBe(2)
  const back = withdraw(task, 'scan-3', idOf(3))
  expect(done()).toBe(1)
  await letThrough(false)
  await expect(back).rejects.toThrow('no space')
  await shown(() => expect(done()).toBe(2))
  const gone = withdraw(task, 'scan-3', idOf(3))
  await letThrough()
  await gone
  expect(done()).toBe(1)
  // Taken back while its own write still waits: what becomes of one write says nothing of the other.
  const [fourth, taken] = [scan(4, 'scan-4'), withdraw(task, 'scan-4', idOf(4))]
  expect(done()).toBe(1)
  await letThrough(false)
  await expect(fourth).rejects.toThrow('no space')
  expect(done()).toBe(1)
  await letThrough(false)
  await expect(taken).rejects.toThrow('no space')
  expect(done()).toBe(1)
})
