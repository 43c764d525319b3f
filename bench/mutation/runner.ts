import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest'
import { planIn, type Run, type Told } from './plan.ts'

const folder = process.env.MUTATION_FOLDER!
const { mutants, runs } = planIn(folder)
const pause = process.env.MUTATION_PAUSE
/** A mutated loop that does not end is a mutant that was noticed. */
const mostCalls = 1_000_000
/** Slots of the memory before those of the mutants: which is switched on, how often it was met, how often it may be. */
const before = 3

const shared = globalThis as typeof globalThis & { __mutationMemory?: Int32Array; __mutant?: (id: number) => boolean }
shared.__mutationMemory ??= new Int32Array(new SharedArrayBuffer(4 * (before + mutants + 1)))
const memory = shared.__mutationMemory
memory[2] = mostCalls

shared.__mutant = (id) => {
  if (memory[0] === id) {
    if (++memory[1]! > mostCalls) throw new Error('the mutant does not end')
    return true
  }
  memory[before + id] = 1
  return false
}

const tell = (what: Told): void => appendFileSync(`${folder}/told.jsonl`, `${JSON.stringify(what)}\n`)

/** A file that says that the mutant was noticed. */
const markOf = (mutant: number): string => `${folder}/noticed-${mutant}`

const takeReached = (): number[] => {
  const reached = [...memory.subarray(before).entries()].flatMap(([id, isReached]) => (isReached ? [id] : []))
  memory.fill(0, before)
  return reached
}

function nameOf(test: RunnerTestCase): string {
  const names = [test.name]
  for (let suite: RunnerTestSuite | undefined = test.suite; suite && suite !== suite.file; suite = suite.suite) names.unshift(suite.name)
  return names.join(' > ')
}

const failureOf = (task: RunnerTestCase | RunnerTestSuite): string | undefined => {
  const words = task.result?.errors?.[0]?.message
  if (words !== undefined) return `${task.name}: ${words.slice(0, 300)}`
  return task.type === 'suite' ? task.tasks.map(failureOf).find((one) => one !== undefined) : undefined
}

/** Runs a test file as the plan says, and ends it with its first failure. */
export default class MutationRunner extends TestRunner {
  #run: Run | undefined
  #isNeedless = false
  #hasFailed = false
  #begun = 0

  override async importFile(path: string, source: 'collect' | 'setup'): Promise<unknown> {
    const run = runs[basename(path)]
    while (pause && existsSync(pause)) await sleep(200)
    if (source === 'collect' && run) {
      this.#run = run
      this.#hasFailed = false
      this.#isNeedless = run.mutant !== undefined && run.mutant < mutants && existsSync(markOf(run.mutant))
      takeReached()
      memory[0] = run.mutant ?? -1
      memory[1] = 0
      if (this.#isNeedless) return undefined
    }
    return super.importFile(path, source)
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const { mutant, only } = this.#run!
    if (mutant === undefined) tell({ is: 'reach', test: this.#run!.tests[0]!, name: undefined, reached: takeReached(), ms: 0 })
    if (this.#hasFailed || (only && !only.includes(nameOf(test)))) test.mode = 'skip'
    memory[1] = 0
    this.#begun = performance.now()
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    if (test.result?.state === 'fail') this.#hasFailed = true
    if (this.#run!.mutant === undefined)
      tell({ is: 'reach', test: this.#run!.tests[0]!, name: nameOf(test), reached: takeReached(), ms: performance.now() - this.#begun })
    super.onAfterRunTask(test)
  }

  // @ts-expect-error Vitest gives the files, which its own method does not ask for.
  override onAfterRunFiles(files: RunnerTestFile[]): void {
    const { mutant, tests } = this.#run!
    const test = tests.join(' + ')
    const failure = files.map(failureOf).find((one) => one !== undefined)
    if (!this.#isNeedless) {
      if (mutant === undefined) {
        tell({ is: 'reach', test, name: undefined, reached: takeReached(), ms: 0 })
        if (failure) tell({ is: 'fails', test, words: failure })
      } else if (failure === undefined) tell({ is: 'ran', mutant })
      else {
        writeFileSync(markOf(mutant), '')
        tell({ is: 'noticed', mutant, by: `${test} ${failure}` })
      }
    }
    super.onAfterRunFiles()
  }
}
