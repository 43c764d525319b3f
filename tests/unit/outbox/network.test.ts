import { describe, expect, it } from 'vitest'
import { lockedFlusher } from '#src/data/outbox/send/flush-lock.ts'
import { flushRound } from '#src/data/outbox/send/flush-round.ts'
import { wake } from '#src/data/outbox/send/wake.ts'
import { dropAfter, dropBefore, lab, status, twice, until } from './lab.ts'

describe('bad connections', () => {
  it('[F1] retries what never arrived, with one effect', async () => {
    const { script, write, flush, drain, effects, find, queue } = await lab()
    script.push(dropBefore, dropBefore)
    const id = await write()
    await flush()
    expect(await find(id)).toMatchObject({ state: 'pending', attempts: 1, sentOnce: true, lastError: { code: 'network' } })
    await drain()
    expect(effects()).toEqual([id])
    expect(await queue()).toEqual([])
  })

  it('[F2] takes the stored answer when the first one was lost after the commit', async () => {
    const { script, store, write, drain, effects, queue } = await lab()
    script.push(dropAfter)
    const id = await write()
    await drain()
    expect(effects()).toEqual([id])
    expect(await queue()).toEqual([])
    const { done } = await store.read({ done: true })
    expect(done).toMatchObject([{ id, result: { id: '1', version: 1 }, epoch: 'epoch-1' }])
  })

  it('[F5] a second flusher goes on when the first one died with its request under way', async () => {
    const { script, env, write, drain, effects, queue } = await lab()
    const ids = [await write(), await write({ target: { type: 'card', id: '2' } })]
    await new Promise<void>((died) => {
      script.push(async (deliver) => {
        await deliver()
        died()
        return new Promise(() => {})
      })
      void flushRound(env)
    })
    await drain()
    expect(effects()).toEqual(ids)
    expect(await queue()).toEqual([])
  })

  it('[F11] has one effect per op even when two tabs flush at once without a lock', async () => {
    const { env, write, drain, effects, queue } = await lab()
    const ids: string[] = []
    for (let n = 0; n < 120; n += 1) ids.push(await write({ target: { type: 'card', id: String(n % 3) } }))
    await Promise.all([flushRound(env), flushRound(env)])
    await drain()
    expect([...effects()].sort()).toEqual([...ids].sort())
    expect(await queue()).toEqual([])
  })

  it('[F11] leaves the round to the tab that holds the lock', async () => {
    const { env, server, write } = await lab()
    await write()
    const reports = await Promise.all([lockedFlusher(env).locked(), lockedFlusher(env).locked()])
    expect(reports.filter((report) => report === undefined)).toHaveLength(1)
    expect(server.requests).toBe(1)
  })

  it('[F13] a request that the network doubles has one effect', async () => {
    const { script, write, drain, effects, queue } = await lab()
    script.push(twice)
    const id = await write()
    await drain()
    expect(effects()).toEqual([id])
    expect(await queue()).toEqual([])
  })

  it('[F14] waits while the first attempt still runs on the server, then takes its answer', async () => {
    const slow = await lab()
    let release: () => void = () => {}
    const running = new Promise<void>((resolve) => {
      release = resolve
    })
    slow.server.between = () => running
    slow.script.push(async (deliver) => {
      void deliver()
      return { kind: 'lost' }
    })
    const id = await slow.write()
    await slow.flush()
    slow.clock.at += 10_000
    await slow.flush()
    expect(await slow.find(id)).toMatchObject({ state: 'pending', lastError: { code: 'op_in_progress' }, waitAsked: true })
    release()
    await slow.drain()
    expect(slow.effects()).toEqual([id])
    expect(await slow.queue()).toEqual([])
  })

  it('[F16] keeps every lane in order when answers overtake each other', async () => {
    const { script, env, write, drain, effects } = await lab()
    const lanes = [0, 1, 2]
    const ids = new Map<number, string[]>(lanes.map((lane) => [lane, []]))
    for (let n = 0; n < 30; n += 1) ids.get(n % 3)?.push(await write({ target: { type: 'card', id: String(n % 3) } }))
    for (const wait of [30, 5, 1]) {
      script.push(async (deliver) => {
        const reply = await deliver()
        await new Promise((resolve) => setTimeout(resolve, wait))
        return reply
      })
    }
    await Promise.all([flushRound(env), flushRound(env), flushRound(env)])
    await drain()
    for (const lane of lanes) {
      const mine = new Set(ids.get(lane))
      expect(effects().filter((id) => mine.has(id))).toEqual(ids.get(lane))
    }
  })

  it('[F19] opens the breaker at the third failure and then asks once per backoff step', async () => {
    const { clock, server, script, write, flush, drain, effects } = await lab()
    for (let n = 0; n < 200; n += 1) await write({ target: { type: 'card', id: String(n) } })
    const storm = 10 * 60_000
    const end = clock.at + storm
    let requests = 0
    const fail: typeof script = []
    for (let n = 0; n < 1000; n += 1)
      fail.push(async () => {
        requests += 1
        return { kind: 'status', http: 500, code: 'unknown' }
      })
    script.push(...fail)
    while (clock.at < end) {
      const report = await flush()
      clock.at = Math.max(clock.at + 1, report.wakeAt)
    }
    expect(requests).toBeLessThan(20)
    script.length = 0
    await drain()
    expect(effects()).toHaveLength(200)
    expect(server.requests).toBeGreaterThan(0)
  })

  it('[F20] waits as long as the server asks, and a network that comes back does not shorten it', async () => {
    const { clock, script, write, flush, find, store, effects } = await lab()
    script.push(status(503, 'busy', 120))
    const id = await write()
    const start = clock.at
    const report = await flush()
    expect(report.wakeAt).toBe(start + 120_000)
    expect(await find(id)).toMatchObject({ waitAsked: true, nextAttemptAt: start + 120_000 })
    await store.update((snapshot) => wake(snapshot, clock.at, () => 0, false))
    clock.at = start + 119_000
    await flush()
    expect(effects()).toEqual([])
    clock.at = start + 120_000
    await flush()
    expect(effects()).toEqual([id])
  })

  it('[F20] never waits longer than an hour', async () => {
    const { clock, script, write, flush } = await lab()
    script.push(status(429, 'too_many_requests', 86_400))
    await write()
    const start = clock.at
    expect((await flush()).wakeAt).toBe(start + 3_600_000)
  })

  it('[F28] halves a batch that is too large until the op at fault stands alone', async () => {
    const { env, write, drain, effects, find, server } = await lab()
    const ids: string[] = []
    for (let n = 0; n < 40; n += 1) ids.push(await write({ target: { type: 'card', id: String(n) } }))
    const big = ids[17] as string
    const { push } = env.transport
    env.transport.push = async (request, identity) =>
      request.ops.some((op) => op.id === big) ? { kind: 'status', http: 413, code: 'too_large' } : push(request, identity)
    await drain()
    expect(await find(big)).toMatchObject({ state: 'rejected', lastError: { code: 'too_large', http: 413 } })
    expect([...effects()].sort()).toEqual(ids.filter((id) => id !== big).sort())
    expect(server.batches.every((batch) => batch.length <= 50)).toBe(true)
  })

  it('[F40] a clock that jumps changes neither order nor what is due', async () => {
    const { clock, script, write, flush, drain, effects, store } = await lab()
    const first = await write()
    script.push(dropBefore)
    await flush()
    clock.at -= 86_400_000
    const second = await write()
    const report = await flush()
    expect(report.left).toBe(0)
    clock.at += 366 * 86_400_000
    const third = await write()
    await drain()
    expect(effects()).toEqual([first, second, third])
    expect((await store.read()).meta.skews).not.toEqual([])
  })

  it('[F40] tells the server the offset that was known when the op was written', async () => {
    const { clock, server, env, write, drain, queue } = await lab()
    env.clock = { now: () => clock.at - 600_000, mono: () => 0 }
    await write()
    await drain()
    await write()
    expect(server.now() - env.clock.now()).toBe(600_000)
    expect((await queue())[0]?.skewMs).toBe(600_000)
  })

  it('[F56] drains hundreds of ops in batches of fifty, lanes in order', async () => {
    const { write, drain, effects, server, queue } = await lab()
    const ids: string[] = []
    for (let n = 0; n < 300; n += 1) ids.push(await write({ target: { type: 'card', id: String(n % 7) } }))
    await drain()
    expect(effects()).toEqual(ids)
    expect(server.batches.map((batch) => batch.length)).toEqual([50, 50, 50, 50, 50, 50])
    expect(await queue()).toEqual([])
  })

  it('[F56] has two requests under way when one cannot carry all, never two of one lane', async () => {
    const { env, write, flush, effects, server, queue } = await lab()
    const ids: string[] = []
    for (let n = 0; n < 260; n += 1) ids.push(await write({ target: { type: 'card', id: String(n % 130) } }))
    const { push } = env.transport
    const underWay: Set<string>[] = []
    let most = 0
    env.transport.push = async (request, identity) => {
      const lanes = new Set(request.ops.map((op) => op.lane))
      for (const other of underWay) expect([...lanes].filter((lane) => other.has(lane))).toEqual([])
      underWay.push(lanes)
      most = Math.max(most, underWay.length)
      if (most < 2) await until(() => most === 2)
      underWay.splice(underWay.indexOf(lanes), 1)
      return push(request, identity)
    }
    expect(await flush()).toMatchObject({ left: 0 })
    expect(most).toBe(2)
    expect([...effects()].sort()).toEqual([...ids].sort())
    for (let card = 0; card < 130; card += 1) {
      const lane = [ids[card], ids[card + 130]]
      expect(effects().filter((id) => lane.includes(id))).toEqual(lane)
    }
    expect(server.batches.every((batch) => batch.length <= 50)).toBe(true)
    expect(await queue()).toEqual([])
  })

  it('[F59] passes an orphaned lock after 90 s without a heartbeat, not before, and not one that beats', async () => {
    const { env, clock, write, effects, store } = await lab()
    const id = await write()
    env.locks = { attempt: async () => undefined, wait: async () => undefined }
    const flusher = lockedFlusher(env)
    const roundAt = async (ms: number) => {
      clock.mono = ms
      return flusher.locked()
    }
    expect(await roundAt(0)).toBeUndefined()
    expect(await roundAt(80_000)).toBeUndefined()
    await store.update(({ meta }) => ({ meta: { heartbeat: meta.heartbeat + 1 }, value: undefined }))
    expect(await roundAt(100_000)).toBeUndefined()
    expect(await roundAt(180_000)).toBeUndefined()
    expect(effects()).toEqual([])
    expect(await roundAt(190_000)).toMatchObject({ sent: 1, left: 0 })
    expect(effects()).toEqual([id])
  })
})
