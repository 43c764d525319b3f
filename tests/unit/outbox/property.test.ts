import { afterAll, describe, expect, it } from 'vitest'
import { seedsInQuarter } from '#tests/harness/quarter.ts'
import { MemoryCache } from './memory-cache.ts'
import { MemoryStore } from './memory-store.ts'
import { type Options, type Outcome, Simulation } from './simulation.ts'

// SEED=n replays one life with its log; SEEDS=n runs another number of them.
const only = process.env.SEED === undefined ? undefined : Number(process.env.SEED)
const { first: firstSeed, count: seeds } =
  only !== undefined ? { first: only, count: 1 } : process.env.SEEDS ? { first: 1, count: Number(process.env.SEEDS) } : seedsInQuarter(4000)
const slice = Math.min(seeds, 20)
const slices = Array.from({ length: Math.ceil(seeds / slice) }, (_, n) => ({
  first: firstSeed + n * slice,
  last: firstSeed + (n + 1) * slice - 1,
}))
const together = 200

const inMemory: Options = {
  storeOf: (phone) => new MemoryStore(phone),
  cacheOf: (_phone, who) => new MemoryCache(who),
  readable: async (cache) => (cache as MemoryCache).readable(),
  logging: only !== undefined,
}

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Many lives at once, one step each per turn of the event loop. */
const run = async (first: number, last: number): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  const living = new Set<Simulation>()
  let next = first
  while (living.size > 0 || next <= last) {
    for (; living.size < together && next <= last; next += 1) {
      living.add(new Simulation(next, inMemory))
    }
    for (const one of living) {
      if (one.advance() !== false) continue
      living.delete(one)
      outcomes.push(one.outcome())
    }
    await nextTick()
  }
  return outcomes
}

describe('the real flusher in seeded simulations: the queue drains by itself', () => {
  const start = performance.now()
  const sum = { lives: 0, steps: 0, effects: 0 }

  it.each(slices)('[I1] [I2] [I3] [I4] [I5] [I6] hold for seeds $first to $last', async ({ first, last }) => {
    const outcomes = await run(first, last)
    for (const one of outcomes) {
      sum.lives += 1
      sum.steps += one.steps
      sum.effects += one.effects
    }
    if (only !== undefined) console.info(outcomes[0]?.log.join('\n'))
    const bad = outcomes.filter((one) => one.problems.length > 0).sort((a, b) => a.seed - b.seed)
    expect(bad.map((one) => `SEED=${one.seed}: ${one.problems.join('; ')}`)).toEqual([])
  })

  afterAll(() => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.info(`${sum.lives} seeds, ${sum.steps} steps, ${sum.effects} effects, ${seconds} s`)
  })
})
