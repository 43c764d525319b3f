import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTestCase, TestRunner } from 'vitest'
import { getFn } from 'vitest/suite'

const wanted = new Set<number>(JSON.parse(process.env.MUTANTS ?? '[]') as number[])
const told = process.env.MUTATION_OUT!
/** A mutated loop that does not end is a mutant that was noticed. */
const mostCalls = 300_000
/** Longer tests are not repeated, so that a run ends. */
const mostMs = 1500

let active = -1
let calls = 0
let isLoading = true
const reached = new Set<number>()

Object.assign(globalThis, {
  __mutant(id: number): boolean {
    if (active === -1) reached.add(id)
    else if (++calls > mostCalls) throw new Error('the mutant does not end')
    return id === active
  },
})

const tell = (what: object): void => appendFileSync(told, `${JSON.stringify(what)}\n`)

const passes = async (run: () => unknown): Promise<boolean> => {
  try {
    await run()
    return true
  } catch {
    return false
  }
}

/** Runs each test once more for every mutant that it reaches and no other test has noticed. */
export default class MutationRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = getFn(test)
    if (isLoading) tell({ loaded: [...reached] })
    isLoading = false
    reached.clear()
    const begun = performance.now()
    await run()
    const ms = performance.now() - begun
    const here = [...reached].filter((id) => wanted.has(id))
    if (here.length === 0) return
    // A test that cannot be repeated would notice every mutant by itself.
    const isRepeatable = await passes(run)
    tell({ reached: here })
    if (!isRepeatable || ms > mostMs) return
    const noticed = new Set(
      readFileSync(told, 'utf8')
        .split('\n')
        .flatMap((line) => (line.startsWith('{"noticed"') ? [(JSON.parse(line) as { noticed: number }).noticed] : [])),
    )
    for (const id of here.filter((one) => !noticed.has(one))) {
      active = id
      calls = 0
      if (!(await passes(run))) tell({ noticed: id, by: test.name })
      active = -1
    }
  }
}
