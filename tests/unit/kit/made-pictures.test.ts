import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ContentStore } from '#server/kit/files/content-store.ts'
import { copyOf, thumbnailOf } from '#server/kit/files/made-pictures.ts'

/** What the thread that decodes does with the next pictures; it decodes when nothing is said. */
const ends = vi.hoisted(() => [] as string[])
vi.mock('#server/kit/jobs/thread.ts', async (load) => ({
  ...(await load<typeof import('#server/kit/jobs/thread.ts')>()),
  threads: () => async (_: unknown, see: (made: { jpeg: Buffer }) => void) => {
    const end = ends.shift()
    if (end) throw new Error(end)
    see({ jpeg: await jpeg })
  },
}))

const jpeg = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer()
const minute = 60_000

/** A store that holds one picture of an iPhone, and what was made of it. */
const storeOf = (): ContentStore => {
  const made = new Map<string, Buffer>()
  return {
    made: async (_, name) => made.get(name),
    put: async (_, name, bytes) => void made.set(name, bytes),
    read: async () => Readable.from([await readFile(new URL('../../fixtures/iphone.heic', import.meta.url))]),
  } as Partial<ContentStore> as ContentStore
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  ends.length = 0
})

const hash = (of: string): string => of.repeat(64)

test('a picture whose decoding was broken off is tried again some minutes later, also as a thumbnail', async () => {
  const contents = storeOf()
  ends.push('the thread ended with 1', 'the thread ended with 1')
  const copy = () => copyOf(contents, '100002', hash('a'))
  expect(await copy()).toBeUndefined()
  vi.setSystemTime(Date.now() + 4 * minute)
  // Asked too early: nothing is tried.
  expect(await copy()).toBeUndefined()
  expect(ends).toHaveLength(1)
  vi.setSystemTime(Date.now() + 2 * minute)
  expect(await thumbnailOf(contents, '100002', hash('a'), 'image/heic')).toBeUndefined()
  expect(ends).toHaveLength(0)
  vi.setSystemTime(Date.now() + 6 * minute)
  expect(await copy()).toEqual(await jpeg)
  expect(await sharp(await thumbnailOf(contents, '100002', hash('a'), 'image/heic')).metadata()).toMatchObject({
    format: 'webp',
    width: 40,
  })
})

test('three times at most', async () => {
  const contents = storeOf()
  ends.push(...Array<string>(4).fill('the thread ended with 1'))
  for (let time = 0; time < 6; time++) {
    expect(await copyOf(contents, '100002', hash('b'))).toBeUndefined()
    vi.setSystemTime(Date.now() + 6 * minute)
  }
  expect(ends).toHaveLength(1)
})
