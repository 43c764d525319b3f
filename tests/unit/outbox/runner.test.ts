import { afterEach, describe, expect, it } from 'vitest'
import { createRunner, type Runner } from '#src/data/outbox/send/runner.ts'
import { shown } from '#tests/harness/shown.ts'
import { dropBefore, lab } from './lab.ts'

const runners: Runner[] = []
afterEach(() => {
  for (const runner of runners.splice(0)) runner.stop()
})

/** A phone whose every look at the queue takes 50 ms, as at thousands of ops. */
const slow = async () => {
  const base = await lab()
  const { env, clock, store } = base
  let looks = 0
  const waits: { ms: number; over: () => void }[] = []
  const runner = createRunner({
    ...env,
    store: {
      ...store,
      update: (...args) => {
        looks += 1
        clock.mono += 50
        return store.update(...args)
      },
    },
    sleep: (ms, signal) =>
      new Promise((over) => {
        waits.push({ ms, over })
        signal.addEventListener('abort', () => over())
      }),
  })
  runners.push(runner)
  return { ...base, runner, waits, looks: () => looks }
}

describe('writes without a signal', () => {
  it('do not scan the whole queue each, and the last one is still processed', async () => {
    const { runner, script, write, looks, waits, clock, queue } = await slow()
    script.push(dropBefore)
    await write()
    await runner.kick('enqueue')
    await write()
    await runner.kick('enqueue')
    const before = looks()
    const kicks = Array.from({ length: 100 }, async () => {
      await write()
      await runner.kick('enqueue')
    })
    await shown(() => expect(waits.at(-1)?.ms).toBe(450))
    await shown(async () => expect(await queue()).toHaveLength(102))
    expect(looks()).toBe(before)
    clock.mono += 450
    waits.at(-1)?.over()
    await Promise.all(kicks)
    expect(looks()).toBe(before + 1)
  })

  it('end their wait when the signal returns', async () => {
    const { runner, script, write, effects, waits, clock } = await slow()
    script.push(dropBefore)
    const ids = [await write()]
    await runner.kick('enqueue')
    await runner.kick('enqueue')
    ids.push(await write())
    void runner.kick('enqueue')
    await shown(() => expect(waits.at(-1)?.ms).toBe(450))
    await runner.kick('online')
    // Phones that come back together spread their first attempts.
    await shown(() => expect(waits).toHaveLength(4))
    clock.at += waits.at(-1)?.ms ?? 0
    waits.at(-1)?.over()
    await shown(() => expect(effects()).toHaveLength(2))
    expect(effects().sort()).toEqual(ids.sort())
  })
})
