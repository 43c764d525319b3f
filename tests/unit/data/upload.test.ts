// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PART_BYTES } from '#contract/sync/sync-blobs.ts'
import { uploadFile } from '#src/data/upload.ts'

interface Seen {
  readonly path: string
  readonly part: string | null
  readonly key: string | null
  readonly bytes: number
}
const seen: Seen[] = []
/** The parts that have arrived, by file. */
const come = new Map<string, number[]>()
const envelope = (data: unknown) => ({ code: 200, success: true, msg: 'ok', data })

/** The network: what each attempt meets, in order; then everything arrives. */
function network(...troubles: (Error | { status: number; body: object })[]): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const query = new URL(url, 'http://x').searchParams
    seen.push({
      path: url.split('?')[0]!,
      part: query.get('part'),
      key: new Headers(init.headers).get('idempotency-key'),
      bytes: (init.body as ArrayBuffer).byteLength,
    })
    const trouble = troubles.shift()
    if (trouble instanceof Error) throw trouble
    if (trouble) return new Response(JSON.stringify(trouble.body), { status: trouble.status })
    const path = url.split('?')[0]!
    const parts = [...(come.get(path) ?? []), Number(query.get('part'))]
    come.set(path, parts)
    return new Response(JSON.stringify(envelope({ complete: parts.length === Number(query.get('parts')), parts })))
  })
}
beforeEach(() => {
  seen.length = 0
  come.clear()
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const file = (bytes: number): File => new File([new Uint8Array(bytes)], '照片.jpg', { type: 'image/jpeg' })
const sent = async (of: File, shares: number[] = []) => {
  const done = uploadFile(of, (share) => shares.push(share))
  let isOver = false
  const over = () => {
    isOver = true
  }
  done.then(over, over)
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(500)
    // Reading and hashing a file are no timers: they need a real moment.
    await new Promise((next) => setImmediate(next))
  }
  return done
}

it('goes part by part under one key, the last one shorter', async () => {
  network()
  const shares: number[] = []
  const id = await sent(file(PART_BYTES * 2 + 5), shares)
  expect(seen.map(({ part, bytes }) => [part, bytes])).toEqual([
    ['1', PART_BYTES],
    ['2', PART_BYTES],
    ['3', 5],
  ])
  expect(new Set(seen.map(({ path }) => path))).toEqual(new Set([`/api/sync/blobs/${id}`]))
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
  expect(shares).toEqual([1 / 3, 2 / 3, 1])
})

it('sends a part again that met a bad network or a busy server, and only that part', async () => {
  const busy = { status: 503, body: { code: 503, success: false, msg: '忙', error: 'busy' } }
  network(new TypeError('no network'), busy)
  await sent(file(PART_BYTES + 1))
  expect(seen.map(({ part }) => part)).toEqual(['1', '1', '1', '2'])
})

it('resumes an interrupted upload, also in a later visit', async () => {
  network()
  const answered = globalThis.fetch
  // Two parts arrive, then the network is gone for good.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    seen.length < 2 ? answered(url, init) : Promise.reject(new TypeError('no network')),
  )
  await expect(sent(file(PART_BYTES * 4))).rejects.toThrow()
  vi.stubGlobal('fetch', answered)
  const id = await sent(file(PART_BYTES * 4))
  expect(seen.map(({ part }) => part)).toEqual(['1', '2', '1', '3', '4'])
  expect(new Set(seen.map(({ path }) => path))).toEqual(new Set([`/api/sync/blobs/${id}`]))
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
  // One that has arrived is another file the next time.
  expect(await sent(file(PART_BYTES * 4))).not.toBe(id)
})

it('fails at once with the message of a refusal', async () => {
  network({ status: 400, body: { code: 400, success: false, msg: '不支持的文件内容', error: 'rule' } })
  await expect(sent(file(10))).rejects.toThrow('不支持的文件内容')
  expect(seen).toHaveLength(1)
})
