import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cutSlow, mostReceivingMs } from '#server/features/service/label/slow-sender.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a report that stops on its way is cut off, so that it keeps no place', () => {
  const body = new PassThrough()
  const cut = vi.fn()
  cutSlow(body, cut)
  body.write('half of it')
  vi.advanceTimersByTime(mostReceivingMs - 1)
  expect(cut).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(cut).toHaveBeenCalledOnce()
})

const endings: readonly [string, (body: PassThrough) => unknown, string][] = [
  ['has arrived', (body) => body.end('all of it').resume(), 'end'],
  ['its sender gave up', (body) => body.destroy(), 'close'],
]

test.each(endings)('a report that %s is not', async (_, act, over) => {
  const body = new PassThrough()
  const cut = vi.fn()
  cutSlow(body, cut)
  act(body)
  await once(body, over)
  vi.advanceTimersByTime(mostReceivingMs)
  expect(cut).not.toHaveBeenCalled()
})
