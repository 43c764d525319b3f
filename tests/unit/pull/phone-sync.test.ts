import { afterEach, describe, expect, it } from 'vitest'
import { openCache } from '#src/data/cache/cache-db.ts'
import { dexieCache } from '#src/data/cache/dexie-cache.ts'
import { sleep } from '#src/data/outbox/browser-env.ts'
import { createRunner, type Runner } from '#src/data/outbox/send/runner.ts'
import { createPhoneSync } from '#src/data/pull/phone-sync.ts'
import type { PullReply } from '#src/data/pull/pull-round.ts'
import { shown } from '#tests/harness/shown.ts'
import { ann, dropBefore, lab } from '#tests/unit/outbox/lab.ts'

const runners: Runner[] = []
afterEach(() => {
  for (const runner of runners.splice(0)) runner.stop()
})

const page = async () => {
  const base = await lab()
  const order: string[] = []
  let toLose = 0
  let refusal: PullReply | undefined
  let isHeld = false
  const { env, server, cookies } = base
  const { push } = env.transport
  const transport = {
    ...env.transport,
    push: async (...args: Parameters<typeof push>) => {
      order.push('push')
      return push(...args)
    },
    pull: async (request: Parameters<typeof server.pull>[0]): Promise<PullReply> => {
      order.push('pull')
      if (toLose-- > 0) return { kind: 'lost' }
      if (refusal) return refusal
      const answer = server.pull(request, cookies.who)
      return 'http' in answer ? { kind: 'status', ...answer } : { kind: 'answer', answer: { ...answer, ...(isHeld ? { held: true } : {}) } }
    },
  }
  const slept: number[] = []
  const naps: (() => void)[] = []
  const sync = createPhoneSync({
    ...env,
    transport,
    cache: dexieCache(await openCache(ann, base.indexedDb)),
    who: ann,
    sleep: (ms, signal) => {
      slept.push(ms)
      return new Promise((resolve) => {
        naps.push(resolve)
        signal.addEventListener('abort', () => resolve())
      })
    },
    onPulled: () => order.push('refetch'),
  })
  runners.push(sync)
  const lose = (times: number): void => {
    toLose = times
  }
  const refuse = (reply: PullReply | undefined): void => {
    refusal = reply
  }
  const hold = (on: boolean): void => {
    isHeld = on
  }
  return { ...base, sync, order, slept, lose, refuse, hold, wakeUp: () => naps.at(-1)?.() }
}

describe('the page', () => {
  it('after a reconnect pushes, then pulls, then refetches', async () => {
    const { sync, order, write, effects } = await page()
    const id = await write()
    await sync.kick('online')
    expect(order).toEqual(['push', 'pull', 'refetch'])
    expect(effects()).toEqual([id])
  })

  it('comes back by itself for what is left, without another trigger', async () => {
    const { sync, script, write, queue, slept, wakeUp, clock } = await page()
    script.push(dropBefore)
    await write()
    await sync.kick('enqueue')
    expect(await queue()).toHaveLength(1)
    await shown(() => expect(slept).toHaveLength(1))
    expect(slept[0]).toBeGreaterThan(0)
    expect(slept[0]).toBeLessThanOrEqual(4_000)
    clock.at += slept[0] ?? 0
    wakeUp()
    await shown(async () => expect(await queue()).toEqual([]))
  })

  it('pulls for the person who signed in while another tab was at the queue, as soon as it is free', async () => {
    const { sync, order, env, slept, wakeUp } = await page()
    await sync.kick('start')
    await shown(() => expect(slept).toHaveLength(1))
    order.length = 0
    let free = (): void => {}
    const held = env.locks.attempt('eam:flush', () => new Promise<void>((done) => (free = done)))
    await sync.kick('login')
    expect(order).toEqual([])
    await shown(() => expect(slept).toHaveLength(2))
    free()
    await held
    wakeUp()
    await shown(() => expect(order).toEqual(['pull', 'refetch']))
  })

  it('looks again after half a minute when nothing was lost, and does not pull where the round could not send', async () => {
    const { sync, slept, order, script, write } = await page()
    await sync.kick('start')
    expect(slept).toEqual([30_000])
    await write()
    script.push(
      async () => ({ kind: 'status', http: 401 }),
      async () => ({ kind: 'status', http: 401 }),
    )
    const before = order.filter((one) => one === 'pull').length
    await sync.kick('tap')
    expect(order.at(-1)).toBe('push')
    expect(order.filter((one) => one === 'pull')).toHaveLength(before)
  })

  it('asks again soon after an answer that was lost, each time later, until one arrives', async () => {
    const { sync, order, slept, wakeUp, lose } = await page()
    lose(3)
    await sync.kick('login')
    for (const tries of [1, 2, 3]) {
      await shown(() => expect(slept).toHaveLength(tries))
      expect(slept[tries - 1]).toBeLessThanOrEqual(2_000 * 2 ** tries)
      wakeUp()
    }
    await shown(() => expect(order.filter((one) => one === 'pull')).toHaveLength(4))
    await shown(() => expect(slept).toHaveLength(4))
    expect(slept[3]).toBe(30_000)
  })

  it('asks for news that the server holds back soon, each time later, until it has them', async () => {
    const { sync, order, slept, wakeUp, hold, clock } = await page()
    hold(true)
    await sync.kick('login')
    for (const [tries, ms] of [2_000, 4_000, 8_000, 16_000, 16_000].entries()) {
      await shown(() => expect(slept).toHaveLength(tries + 1))
      expect(slept[tries]).toBe(ms)
      expect(order.filter((one) => one === 'pull')).toHaveLength(tries + 1)
      if (tries === 4) hold(false)
      clock.mono += ms
      wakeUp()
    }
    await shown(() => expect(slept).toHaveLength(6))
    expect(slept[5]).toBe(30_000)
    expect(order.filter((one) => one === 'pull')).toHaveLength(6)
  })

  it('pulls what another window was pulling when that one is closed before it is done', async () => {
    const { sync, order, env, slept, wakeUp } = await page()
    let close = (): void => {}
    const held = env.locks.attempt('eam:pull:t1:ann', () => new Promise<void>((done) => (close = done)))
    await sync.kick('login')
    await shown(() => expect(slept).toHaveLength(1))
    expect(slept[0]).toBeLessThanOrEqual(2_000)
    expect(order).toEqual(['refetch'])
    close()
    await held
    wakeUp()
    await shown(() => expect(order).toEqual(['refetch', 'pull', 'refetch']))
  })

  it('[F20] a pull waits as long as the server asks for, unless the person taps', async () => {
    const { sync, order, slept, refuse, clock } = await page()
    const pulls = (): number => order.filter((one) => one === 'pull').length
    refuse({ kind: 'status', http: 503, code: 'busy', retryAfterS: 20 })
    await sync.kick('login')
    await shown(() => expect(slept).toEqual([20_000]))
    clock.mono += 19_000
    await sync.kick('visible')
    expect(pulls()).toBe(1)
    await shown(() => expect(slept).toEqual([20_000, 1_000]))
    refuse(undefined)
    await sync.kick('tap')
    expect(pulls()).toBe(2)
  })

  it('a tap is carried out by the next round when its own round fails', async () => {
    const { env, script, write, effects, clock } = await page()
    script.push(dropBefore, dropBefore, dropBefore)
    const id = await write()
    const broken: unknown[] = []
    let breaks = false
    const slept: number[] = []
    const naps: (() => void)[] = []
    const store: typeof env.store = {
      ...env.store,
      update: (decide, want) => {
        if (!breaks) return env.store.update(decide, want)
        breaks = false
        return Promise.reject(new Error('the store is gone'))
      },
    }
    const runner = createRunner({
      ...env,
      store,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          slept.push(ms)
          naps.push(resolve)
          signal.addEventListener('abort', () => resolve())
        }),
      onError: (error) => broken.push(error),
    })
    runners.push(runner)
    for (let n = 0; n < 3; n += 1) await runner.kick('tap')
    breaks = true
    await runner.kick('tap')
    expect(broken).toHaveLength(1)
    expect(effects()).toEqual([])
    await shown(() => expect(slept.at(-1)).toBe(1_000))
    clock.at += 1
    naps.at(-1)?.()
    await shown(() => expect(effects()).toEqual([id]))
  })

  it('[F55] kicks during a round make one more round, not many', async () => {
    const { sync, order, write } = await page()
    await write()
    await Promise.all(Array.from({ length: 20 }, () => sync.kick('online')))
    expect(order.filter((one) => one === 'push')).toHaveLength(1)
    expect(order.filter((one) => one === 'pull').length).toBeLessThanOrEqual(2)
  })

  it('a tap tries at once, however long the wait', async () => {
    const { sync, script, write, queue, find, effects } = await page()
    script.push(dropBefore, dropBefore, dropBefore)
    const id = await write()
    for (let n = 0; n < 3; n += 1) await sync.kick('tap')
    expect(await find(id)).toMatchObject({ attempts: 3 })
    await sync.kick('tap')
    expect(await queue()).toEqual([])
    expect(effects()).toEqual([id])
  })

  it('stops when the page is left', async () => {
    const { sync, write, effects, slept } = await page()
    sync.stop()
    await write()
    await sync.kick('enqueue')
    expect(effects()).toEqual([])
    expect(slept).toEqual([])
  })

  it('sleeps until the time is over or it is woken', async () => {
    const stop = new AbortController()
    const long = sleep(60_000, stop.signal)
    stop.abort()
    await long
    await sleep(60_000, stop.signal)
    await sleep(1, new AbortController().signal)
    expect(stop.signal.aborted).toBe(true)
  })
})
