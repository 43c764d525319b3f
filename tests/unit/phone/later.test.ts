import { afterEach, beforeEach, expect, test, vi } from 'vitest'

interface Part {
  readonly load: () => Promise<unknown>
  readonly came: () => void
  readonly failed: () => void
}

const asked: string[] = []
const part = (name: string): Part => {
  let [came, failed] = [() => {}, () => {}]
  const promise = new Promise<void>((resolve, reject) => {
    came = resolve
    failed = () => reject(new Error('no network'))
  })
  const load = (): Promise<unknown> => {
    asked.push(name)
    return promise
  }
  return { load, came: () => came(), failed: () => failed() }
}

/** What the phone does in its idle moments, until it has nothing left to do. */
const idle: (() => void)[] = []
const settle = async (): Promise<void> => {
  do {
    for (const work of idle.splice(0)) work()
    await new Promise((done) => setImmediate(done))
  } while (idle.length > 0)
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  asked.length = 0
  idle.length = 0
})

afterEach(() => vi.unstubAllGlobals())

const served = (isServed: boolean): void => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: isServed ? {} : null } })
}

test('with the worker to serve them the parts come one after another, also behind one that did not come', async () => {
  served(true)
  const { fetchLater, wantLater } = await import('#src/kit/phone/store/lazy-load.ts')
  const [one, two, three] = [part('one'), part('two'), part('three')]
  for (const { load } of [one, two]) wantLater(load)
  fetchLater()
  expect(asked).toEqual([])
  await settle()
  expect(asked).toEqual(['one'])
  wantLater(three.load)
  one.failed()
  await settle()
  expect(asked).toEqual(['one', 'two'])
  two.came()
  await settle()
  expect(asked).toEqual(['one', 'two', 'three'])
  three.came()
  await settle()
  wantLater(part('four').load)
  expect(asked).toEqual(['one', 'two', 'three', 'four'])
})

test('the visit that installs the worker has all parts fetched at once', async () => {
  served(false)
  const { fetchLater, wantLater } = await import('#src/kit/phone/store/lazy-load.ts')
  for (const name of ['one', 'two']) wantLater(part(name).load)
  fetchLater()
  await settle()
  expect(asked).toEqual(['one', 'two'])
})
