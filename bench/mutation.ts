// Changes the program in small ways, one at a time, and counts how many of these mutants the tests notice. A seeded sample of each module:
// `npx tsx bench/mutation.ts [module …] [--sample=60] [--seed=1]`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutantsOf, withMutant } from './mutation/mutants.ts'

interface Module {
  /** Files, or folders of files. */
  readonly of: readonly string[]
  /** Unit tests run beside each other on a source with all mutants; tests through HTTP run once for each mutant. */
  readonly by: 'unit' | 'api'
  readonly tests: readonly string[]
}

const modules: Readonly<Record<string, Module>> = {
  outbox: { of: ['src/data/outbox'], by: 'unit', tests: ['tests/unit/outbox', 'tests/unit/pull/phone-sync.test.ts'] },
  pull: { of: ['src/data/pull', 'src/data/cache'], by: 'unit', tests: ['tests/unit/pull', 'tests/unit/phone/device-index.test.ts'] },
  step: {
    of: ['server/kit/step.ts'],
    by: 'api',
    tests: ['tests/api/device-machine.test.ts', 'tests/api/several-hooks.test.ts', 'tests/api/purchase-plan.test.ts'],
  },
  save: { of: ['server/kit/save.ts'], by: 'api', tests: ['tests/api/device.test.ts', 'tests/api/lines.test.ts'] },
  access: { of: ['server/kit/access.ts'], by: 'api', tests: ['tests/api/rights.test.ts', 'tests/api/several-roles.test.ts'] },
  grading: {
    of: ['server/kit/import/grade-rows.ts'],
    by: 'api',
    tests: ['tests/api/import.test.ts', 'tests/api/import-lenient.test.ts'],
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
})
const [sample, seed] = [Number(values.sample), Number(values.seed)]
const wanted = positionals.length > 0 ? positionals : Object.keys(modules)
/** A run with a mutant that takes longer does not end. */
const mostMs = 300_000

/** Numbers from 0 to 1 that a seed gives, the same in every run. */
function dice(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const filesOf = (path: string): string[] =>
  path.endsWith('.ts')
    ? [path]
    : readdirSync(path)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `${path}/${name}`)
        .toSorted()

/** A part of all mutants of a module, of every file its share. */
function sampleOf({ of }: Module): { all: number; chosen: Mutant[] } {
  const files = of.flatMap(filesOf).map((file) => mutantsOf(file, readFileSync(file, 'utf8')))
  const all = files.reduce((sum, mutants) => sum + mutants.length, 0)
  const roll = dice(seed)
  const chosen = files.flatMap((mutants) => {
    const share = Math.min(mutants.length, Math.ceil((mutants.length * sample) / all))
    return mutants
      .map((mutant) => ({ mutant, at: roll() }))
      .toSorted((one, other) => one.at - other.at)
      .slice(0, share)
      .map(({ mutant }) => mutant)
  })
  return { all, chosen: chosen.map((mutant, at) => ({ ...mutant, id: at })) }
}

interface Outcome {
  readonly noticed: ReadonlySet<number>
  /** Not run: code that runs while its file is loaded alone. */
  readonly atLoad: ReadonlySet<number>
}

const vitest = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync('npx', ['vitest', 'run', ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: mostMs,
    killSignal: 'SIGTERM',
    maxBuffer: 1e9,
  })

/** One run of the unit tests, in which each test is repeated for the mutants that it reaches. */
function byUnit(tests: readonly string[], mutants: readonly Mutant[]): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const [plan, out] = [join(folder, 'plan.json'), join(folder, 'out.jsonl')]
  writeFileSync(plan, JSON.stringify(mutants))
  writeFileSync(out, '')
  const { status, stderr } = spawnSync('npx', ['vitest', 'run', '--config', 'bench/mutation/vitest.config.ts', ...tests], {
    env: { ...process.env, MUTATION_PLAN: plan, MUTATION_OUT: out, MUTANTS: JSON.stringify(mutants.map(({ id }) => id)) },
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const lines = readFileSync(out, 'utf8').split('\n').filter(Boolean)
  rmSync(folder, { recursive: true })
  if (lines.length === 0) throw new Error(`no test reached a mutant (exit ${status}): ${stderr.slice(0, 2000)}`)
  const [noticed, reached, atLoad] = [new Set<number>(), new Set<number>(), new Set<number>()]
  for (const line of lines.map((text) => JSON.parse(text) as { noticed?: number; reached?: number[]; loaded?: number[] })) {
    if (line.noticed !== undefined) noticed.add(line.noticed)
    for (const id of line.reached ?? []) reached.add(id)
    for (const id of line.loaded ?? []) atLoad.add(id)
  }
  return { noticed, atLoad: new Set([...atLoad].filter((id) => !reached.has(id))) }
}

/** One run of the tests for each mutant, which stands in its file meanwhile: threads read their sources from there. */
function byApi(tests: readonly string[], mutants: readonly Mutant[]): Outcome {
  const noticed = new Set<number>()
  if (vitest(['--project', 'api', '--project', 'api-isolated', ...tests]).status !== 0) throw new Error('the tests fail without a mutant')
  for (const mutant of mutants) {
    const text = readFileSync(mutant.file, 'utf8')
    const restore = (): void => writeFileSync(mutant.file, text)
    const stop = (): never => {
      restore()
      process.exit(1)
    }
    process.once('SIGINT', stop).once('SIGTERM', stop)
    try {
      writeFileSync(mutant.file, withMutant(text, mutant))
      if (vitest(['--project', 'api', '--project', 'api-isolated', '--bail', '1', ...tests]).status !== 0) noticed.add(mutant.id)
    } finally {
      restore()
      process.off('SIGINT', stop).off('SIGTERM', stop)
    }
  }
  return { noticed, atLoad: new Set() }
}

for (const name of wanted) {
  const module = modules[name]
  if (!module) throw new Error(`no module ${name}: ${Object.keys(modules).join(', ')}`)
  for (const test of module.tests) if (!existsSync(test)) throw new Error(`no tests at ${test}`)
  const { all, chosen } = sampleOf(module)
  const begun = Date.now()
  const { noticed, atLoad } = module.by === 'unit' ? byUnit(module.tests, chosen) : byApi(module.tests, chosen)
  const counted = chosen.filter(({ id }) => !atLoad.has(id))
  const survivors = counted.filter(({ id }) => !noticed.has(id))
  const score = Math.round((1000 * (counted.length - survivors.length)) / Math.max(1, counted.length)) / 10
  const seconds = Math.round((Date.now() - begun) / 1000)
  process.stdout.write(
    `${name}: ${score} %, ${counted.length - survivors.length} of ${counted.length} noticed, ${atLoad.size} at load not run; ${chosen.length} of ${all} mutants, seed ${seed}, ${seconds} s\n`,
  )
  for (const { file, line, kind, from, to } of survivors)
    process.stdout.write(`  ${file}:${line} ${kind}: ${from}  ->  ${to.replace(/\s+/g, ' ').slice(0, 90)}\n`)
}
