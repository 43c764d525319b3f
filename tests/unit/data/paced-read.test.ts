import 'fake-indexeddb/auto'
import Dexie, { RangeSet } from 'dexie'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pacedRead } from '#src/data/paced-read.ts'
import { shown } from '#tests/harness/shown.ts'

let db: Dexie
beforeEach(async () => {
  db = new Dexie(`paced-${Math.random()}`)
  db.version(1).stores({ things: '++id', others: '++id' })
  await db.open()
})
afterEach(() => db.delete())

test('a flood of changes is read a few times, and the last one always', async () => {
  const seen: number[] = []
  const stop = pacedRead([{ database: db.name, table: 'things' }], 40, () => db.table('things').count(), {
    next: (count) => seen.push(count),
    error: (problem) => Promise.reject(problem),
  })
  const begun = performance.now()
  for (let n = 0; n < 100; n++) await db.table('things').add({ n })
  await shown(() => expect(seen.at(-1)).toBe(100))
  // One at once, then one for each pause that has passed: on a slow machine more pauses pass.
  expect(seen.length).toBeLessThanOrEqual(2 + (performance.now() - begun) / 40)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  stop()
})

test('a page restored from the back-forward cache reads again when it is shown', async () => {
  const reported: number[] = []
  let n = 0
  const stop = pacedRead([{ database: db.name, table: 'things' }], 5, async () => ++n, {
    next: (value) => reported.push(value),
    error: (problem) => Promise.reject(problem),
  })
  await shown(() => expect(reported).toEqual([1]))
  // What Dexie says of such a page, which has heard nothing of other windows meanwhile.
  Dexie.on.storagemutated.fire({ all: new RangeSet(0, 1) })
  await shown(() => expect(reported).toEqual([1, 2]))
  stop()
})

test('other tables and a stopped reader cause no read; a failed read is reported and followed by the next', async () => {
  const reported: string[] = []
  let fails = true
  const read = async (): Promise<string> => {
    if (fails) throw new Error('lost')
    return 'read'
  }
  const stop = pacedRead([{ database: db.name, table: 'things' }], 5, read, {
    next: (value) => reported.push(value),
    error: (problem) => reported.push((problem as Error).message),
  })
  await shown(() => expect(reported).toEqual(['lost']))
  fails = false
  await db.table('others').add({})
  await db.table('things').add({})
  await shown(() => expect(reported).toEqual(['lost', 'read']))
  stop()
  await db.table('things').add({})
  await db.table('things').count()
  expect(reported).toEqual(['lost', 'read'])
})
