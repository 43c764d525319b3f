import { afterEach, describe, expect, it, vi } from 'vitest'
import { sleep } from '#src/data/outbox/browser-env.ts'
import { browserLocks } from '#src/data/outbox/send/browser-locks.ts'
import { lockedFlusher } from '#src/data/outbox/send/flush-lock.ts'
import { renew } from '#src/data/outbox/send/renew.ts'
import type { Runner } from '#src/data/outbox/send/runner.ts'
import { draw, NotAPicture, type Picture, type PictureTools, sha256, shrink, shrinkAgain } from '#src/data/outbox/send/shrink-photo.ts'
import { askBackgroundSync, startTriggers } from '#src/data/outbox/send/triggers.ts'
import { FLUSH, SKIP_WAITING, SYNC_TAG } from '#src/data/outbox/send/worker-messages.ts'
import { ann, bob, lab } from './lab.ts'

afterEach(() => vi.unstubAllGlobals())

describe('locks of the browser', () => {
  /** A manager whose locks are free, taken, or granted after a while. */
  const managerOf = (state: 'free' | 'taken' | 'late') => {
    const asked: LockOptions[] = []
    const request = async (_: string, options: LockOptions, work: (lock: object | null) => Promise<unknown>): Promise<unknown> => {
      asked.push(options)
      if (state === 'taken' && options.ifAvailable) return work(null)
      if (state === 'taken') throw new DOMException('aborted', 'AbortError')
      return work({})
    }
    return { asked, locks: browserLocks({ request } as unknown as LockManager) }
  }

  it('are tried at once, or waited for until a limit', async () => {
    const free = managerOf('free')
    expect(await free.locks.attempt('a', async () => 7)).toBe(7)
    expect(await free.locks.wait('a', 10, async () => 8)).toBe(8)
    expect(free.asked).toEqual([{ ifAvailable: true }, { signal: expect.any(AbortSignal) }])
    const taken = managerOf('taken')
    expect(await taken.locks.attempt('a', async () => 7)).toBeUndefined()
    expect(await taken.locks.wait('a', 10, async () => 8)).toBeUndefined()
  })

  it('hand on what the work throws, and do not exist everywhere', async () => {
    const broken = async (): Promise<never> => Promise.reject(new Error('the work'))
    await expect(managerOf('free').locks.wait('a', 10, broken)).rejects.toThrow('the work')
    await expect(managerOf('free').locks.attempt('a', broken)).rejects.toThrow('the work')
    vi.stubGlobal('navigator', undefined)
    const alone = browserLocks()
    expect(await alone.attempt('a', async () => 7)).toBe(7)
    expect(await alone.wait('a', 10, async () => 8)).toBe(8)
  })
})

describe('the lock of the flusher', () => {
  it('is left to its holder, until that shows no heartbeat for 90 seconds', async () => {
    const { env, store, clock, write, server, effects } = await lab()
    env.locks = { ...env.locks, attempt: async () => undefined }
    const { locked } = lockedFlusher(env)
    await write()
    const wants: unknown[] = []
    env.store = {
      ...store,
      read: (want) => {
        wants.push(want)
        return store.read(want)
      },
    }
    const beat = () => store.update(({ meta }) => ({ meta: { heartbeat: meta.heartbeat + 1 }, value: undefined }))
    expect(await locked()).toBeUndefined()
    // A look at the heartbeat reads no op.
    expect(wants).toEqual([{ ops: false }])
    clock.mono += 89_999
    expect(await locked()).toBeUndefined()
    await beat()
    clock.mono += 1
    expect(await locked()).toBeUndefined()
    clock.mono += 89_999
    expect(await locked()).toBeUndefined()
    expect(effects()).toEqual([])
    clock.mono += 1
    expect(await locked()).toMatchObject({ sent: 1 })
    expect(server.state.effects).toHaveLength(1)
  })

  it('starts again once it was free', async () => {
    const { env, clock } = await lab()
    const { attempt } = env.locks
    let isFree = false
    env.locks = { ...env.locks, attempt: async (name, work) => (isFree ? attempt(name, work) : undefined) }
    const { locked } = lockedFlusher(env)
    expect(await locked()).toBeUndefined()
    isFree = true
    expect(await locked()).toMatchObject({ sent: 0 })
    isFree = false
    clock.mono += 90_000
    expect(await locked()).toBeUndefined()
  })
})

describe('a renewal', () => {
  it('is made once: for the person of the phone, and not when there was one since', async () => {
    const { env, renewals, renewed, store } = await lab()
    const generation = async () => (await store.read({ ops: false })).meta.sessionGen
    const seen = await generation()
    expect(await renew(env, bob, seen)).toBe('lost')
    expect(await renew(env, ann, seen + 1)).toBe('renewed')
    expect(renewed()).toBe(0)
    renewals.push('refused', 'lost')
    expect(await renew(env, ann, seen)).toBe('refused')
    expect(await renew(env, ann, seen)).toBe('lost')
    expect([renewed(), await generation()]).toEqual([2, seen])
    expect(await renew(env, ann, seen)).toBe('renewed')
    expect([renewed(), await generation()]).toEqual([3, seen + 1])
    const names: unknown[] = []
    const wait = async (...given: unknown[]): Promise<undefined> => void names.push(given.slice(0, 2))
    expect(await renew({ ...env, locks: { ...env.locks, wait } }, ann, seen)).toBe('lost')
    expect(names).toEqual([['eam:refresh', 10_000]])
  })
})

describe('a pause', () => {
  it('ends in time, or at once with its signal', async () => {
    await sleep(1, new AbortController().signal)
    await sleep(1_000_000, AbortSignal.abort())
    const controller = new AbortController()
    const paused = sleep(1_000_000, controller.signal)
    controller.abort()
    await paused
  })
})

describe('events of the page', () => {
  const page = () => {
    const kicks: string[] = []
    const runner: Runner = { kick: async (reason) => void kicks.push(reason), stop: () => void kicks.push('stop') }
    const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
    const window = new EventTarget()
    vi.stubGlobal('document', document)
    vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
    vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
    return { kicks, document, window, stop: startTriggers(runner) }
  }

  it('start rounds: at the beginning, in view, and online', () => {
    const { kicks, document, window, stop } = page()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(kicks).toEqual(['start'])
    document.visibilityState = 'visible'
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new Event('pageshow'))
    expect(kicks).toEqual(['start', 'visible', 'online', 'visible'])
    stop()
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new Event('pageshow'))
    expect(kicks.slice(4)).toEqual(['stop'])
  })

  it('a background sync is asked for where there is one, and a refusal is nothing', async () => {
    const tags: string[] = []
    const registration = (register: (tag: string) => Promise<void>) => ({
      serviceWorker: { getRegistration: async () => ({ sync: { register } }) },
    })
    for (const navigator of [
      {},
      { serviceWorker: { getRegistration: async () => undefined } },
      { serviceWorker: { getRegistration: async () => ({}) } },
    ]) {
      vi.stubGlobal('navigator', navigator)
      await askBackgroundSync()
    }
    vi.stubGlobal(
      'navigator',
      registration(async (tag) => void tags.push(tag)),
    )
    await askBackgroundSync()
    expect(tags).toEqual([SYNC_TAG])
    vi.stubGlobal(
      'navigator',
      registration(async () => Promise.reject(new Error('not allowed'))),
    )
    await askBackgroundSync()
  })

  it('messages to the worker are told apart, also by a worker of an older program', () => {
    expect([SYNC_TAG, FLUSH, SKIP_WAITING]).toEqual(['outbox', 'FLUSH', 'SKIP_WAITING'])
  })
})

describe('a photo', () => {
  class Bitmap {
    isClosed = false
    constructor(
      readonly width: number,
      readonly height: number,
    ) {}
    close(): void {
      this.isClosed = true
    }
  }
  const toolsOf = (picture: object, made: unknown[] = []): PictureTools => ({
    decode: async () => picture as Picture,
    encode: async (_, size, type, quality) => {
      made.push({ ...size, type, quality })
      return new Blob(['abc'], { type })
    },
  })
  const smaller = async (width: number, height: number) => {
    vi.stubGlobal('ImageBitmap', Bitmap)
    const made: unknown[] = []
    const picture = new Bitmap(width, height)
    const photo = await shrink(new Blob(['x']), 'f1', 'a.jpg', toolsOf(picture, made))
    return { photo, made, picture }
  }
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

  it('is stored as a JPEG of at most 1600 px a side, and never made larger', async () => {
    const { photo, made, picture } = await smaller(3200, 1000)
    expect(made).toEqual([{ width: 1600, height: 500, type: 'image/jpeg', quality: 0.8 }])
    expect(photo).toMatchObject({ id: 'f1', name: 'a.jpg', type: 'image/jpeg', size: 3, sha256: abc })
    expect(picture.isClosed).toBe(true)
    expect((await smaller(1000, 3200)).made).toMatchObject([{ width: 500, height: 1600 }])
    expect((await smaller(800, 600)).made).toMatchObject([{ width: 800, height: 600 }])
    expect((await smaller(16_000, 1)).made).toMatchObject([{ width: 1600, height: 1 }])
    expect((await smaller(1, 16_000)).made).toMatchObject([{ width: 1, height: 1600 }])
    expect(await sha256(new Uint8Array([1]).buffer)).toBe('4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a')
  })

  it('is shrunk again with what a worker has', async () => {
    vi.stubGlobal('ImageBitmap', Bitmap)
    const seen: unknown[] = []
    const pen: Record<string, unknown> = {
      fillRect: (...area: number[]) => seen.push(['fill', pen.fillStyle, ...area]),
      drawImage: (_: unknown, ...area: number[]) => seen.push(['draw', pen.imageSmoothingQuality, ...area]),
    }
    vi.stubGlobal('createImageBitmap', async (_: Blob, options: object) => {
      seen.push(options)
      return new Bitmap(2560, 1280)
    })
    class Canvas {
      constructor(...size: number[]) {
        seen.push(size)
      }
      getContext = (kind: string) => (kind === '2d' ? pen : null)
      convertToBlob = async (options: { type: string }) => {
        seen.push(options)
        return new Blob(['abc'], options)
      }
    }
    vi.stubGlobal('OffscreenCanvas', Canvas)
    const bytes = new ArrayBuffer(9)
    expect(await shrinkAgain({ id: 'f1', name: 'a.jpg', type: 'image/jpeg', size: 9, sha256: 'h', bytes })).toMatchObject({
      id: 'f1',
      size: 3,
    })
    expect(seen).toEqual([
      { imageOrientation: 'from-image' },
      [1280, 640],
      ['fill', '#fff', 0, 0, 1280, 640],
      ['draw', 'high', 0, 0, 1280, 640],
      { type: 'image/jpeg', quality: 0.7 },
    ])
  })

  it('is none where the file holds no picture or nothing can draw', async () => {
    const unreadable = { ...toolsOf({}), decode: async () => Promise.reject(new Error('no picture')) }
    await expect(shrink(new Blob(['x']), 'f1', 'a', unreadable)).rejects.toThrow(NotAPicture)
    expect(() => draw(null, {} as Picture, 1, 1)).toThrow(NotAPicture)
    expect(new NotAPicture().name).toBe('NotAPicture')
  })
})
