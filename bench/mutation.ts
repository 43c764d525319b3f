// Changes the program in small ways, one at a time, and counts how many of these mutants the tests notice. A seeded sample of each area:
// `npx tsx bench/mutation.ts [area …] [--changed=<base>] [--sample=60] [--seed=1] [--minutes=3.5] [--lines=12,40] [--pause=<file>]`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeTemplate, templateOn } from '#tests/harness/template-database.ts'
import { startTestServer } from '#tests/harness/test-cluster.ts'
import { changedSince } from '../scripts/test/graph.ts'
import { equivalents } from './mutation/equivalents.ts'
import { type Mutant, mutantsOf, squeezed, switched } from './mutation/mutants.ts'
import { type Plan, type Run, type Told, toldIn } from './mutation/plan.ts'

interface Area {
  /** Files, or folders of files. */
  readonly of: readonly string[]
  /** Files, or folders of files. */
  readonly tests: readonly string[]
}

const areas: Readonly<Record<string, Area>> = {
  outbox: { of: ['src/data/outbox'], tests: ['tests/unit/outbox', 'tests/unit/pull/phone-sync.test.ts'] },
  pull: { of: ['src/data/pull', 'src/data/cache'], tests: ['tests/unit/pull', 'tests/unit/phone/device-index.test.ts'] },
  step: {
    of: ['server/kit/steps/step.ts'],
    tests: ['tests/api/warehouse-entry.test.ts', 'tests/api/device-machine.test.ts'],
  },
  save: { of: ['server/kit/write/save.ts'], tests: ['tests/api/drafts.test.ts', 'tests/api/own-fields.test.ts'] },
  access: { of: ['server/kit/access/access.ts'], tests: ['tests/unit/kit/access.test.ts'] },
  grading: { of: ['server/kit/import/rows/grade-rows.ts'], tests: ['tests/unit/import/grade-rows.test.ts'] },
}

/** A unit test stands alone; a test through HTTP needs the program, and those before it in its file. */
const isUnit = (test: string): boolean => test.startsWith('tests/unit/')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '3.5' },
    lines: { type: 'string' },
    // Only areas with a file that differs from this commit.
    changed: { type: 'string' },
    // While this file exists no run begins, so that others may have the machine.
    pause: { type: 'string' },
  },
})
const [sample, seed] = [Number(values.sample), Number(values.seed)]
/** Of an area; what is not run by then does not count. */
const minutes = Number(values.minutes)
const lines = values.lines?.split(',').map(Number)
const differing = values.changed === undefined ? undefined : changedSince(values.changed)
const isChanged = ({ of }: Area): boolean => differing === undefined || differing.some((path) => of.some((start) => path.startsWith(start)))
const wanted = positionals.length > 0 ? positionals : Object.keys(areas).filter((name) => isChanged(areas[name]!))
if (wanted.length === 0) console.log('No measured area has changed.')
/** A slower unit test does not run with mutants, so that a run ends. */
const mostMs = 2000
/** Runs without a change stand among those of mutants, one for so many: one that fails shows that the mutant before it has left something behind. */
const controlled = 40

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

/** Property tests live for minutes: they are left out. */
const filesOf = (path: string, ending: string): string[] =>
  path.endsWith(ending)
    ? [path]
    : readdirSync(path)
        .filter((name) => name.endsWith(ending) && !name.includes('property'))
        .map((name) => `${path}/${name}`)
        .toSorted()

const isEquivalent = (mutant: Omit<Mutant, 'id'>): boolean =>
  equivalents.some(({ file, from, to }) => file === mutant.file && from === mutant.from && to === squeezed(mutant.to))

/** A part of all mutants of an area, of every file its share. */
function sampleOf({ of }: Area): { all: number; same: number; chosen: Mutant[] } {
  const read = of.flatMap((path) => filesOf(path, '.ts')).map((file) => mutantsOf(file, readFileSync(file, 'utf8')))
  const files = read.map((mutants) => mutants.filter((mutant) => !isEquivalent(mutant)))
  const [all, same] = [files.flat().length, read.flat().length - files.flat().length]
  const roll = dice(seed)
  const shuffled = <T>(some: readonly T[]): T[] =>
    some
      .map((one) => ({ one, at: roll() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ one }) => one)
  const shares = files.map((mutants) => shuffled(mutants).slice(0, Math.ceil((mutants.length * sample) / all)))
  const chosen = shuffled(shares.flat()).filter(({ line }) => lines?.includes(line) ?? true)
  return { all, same, chosen: chosen.map((mutant, id) => ({ ...mutant, id })) }
}

type Kind = 'kept' | 'fresh'

/** Runs test files with the mutants in the sources of the program, and answers what they tell. */
function told(folder: string, mutants: readonly Mutant[], runs: readonly (Run & { kind: Kind })[], until: number): Told[] {
  const named = runs.map(({ kind, ...run }, at) => [`${String(at).padStart(5, '0')}.${kind}.test.ts`, run] as const)
  for (const name of readdirSync(folder)) if (name.endsWith('.test.ts')) rmSync(join(folder, name))
  for (const [name, { tests }] of named)
    writeFileSync(join(folder, name), tests.map((test) => `import '${resolve(test)}?${name}'\n`).join(''))
  writeFileSync(join(folder, 'plan.json'), JSON.stringify({ mutants: mutants.length, runs: Object.fromEntries(named) } satisfies Plan))
  writeFileSync(join(folder, 'told.jsonl'), '')
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'bench/mutation/vitest.config.ts'],
    {
      env: {
        ...process.env,
        MUTATION_FOLDER: folder,
        MUTATION_PAUSE: values.pause ?? '',
        MUTATION_LIMIT: runs.every(({ tests }) => tests.every(isUnit)) ? '6000' : '20000',
      },
      encoding: 'utf8',
      maxBuffer: 1e9,
      // What has not run by then is late.
      ...(runs.some(({ mutant }) => mutant !== undefined) ? { timeout: Math.max(1000, until - Date.now()) } : {}),
    },
  )
  const lines = toldIn(folder)
  if (lines.length === 0) throw new Error(`no test ran (exit ${status}): ${stderr.slice(0, 3000)}`)
  return lines
}

interface Outcome {
  readonly noticed: ReadonlyMap<number, string>
  readonly unreached: ReadonlySet<number>
  /** Not run, as the time was over. */
  readonly late: ReadonlySet<number>
  readonly slow: readonly string[]
}

/** Finds which tests reach which mutants, then runs these for each mutant until one fails. */
function outcomeOf({ tests }: Area, mutants: readonly Mutant[], until: number): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'))
  const texts = [...new Set(mutants.map(({ file }) => file))].map((file) => [
    resolve(file),
    switched(
      readFileSync(file, 'utf8'),
      mutants.filter((one) => one.file === file),
    ),
  ])
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(Object.fromEntries(texts)))
  const files = tests.flatMap((path) => filesOf(path, '.test.ts'))
  const kindOf = (isAtLoad: boolean): Kind => (isAtLoad ? 'fresh' : 'kept')
  const first = told(
    folder,
    mutants,
    files.map((test) => ({ tests: [test], mutant: undefined, kind: kindOf(false) })),
    until,
  )
  const failing = first.find((one) => one.is === 'fails')
  if (failing) throw new Error(`${failing.test} fails without a mutant: ${failing.words}`)
  const slow: string[] = []
  const reachOf = files.map((test) => {
    const reach = first.flatMap((one) => (one.is === 'reach' && one.test === test ? [one] : []))
    return { test, reach, ms: reach.reduce((sum, { ms }) => sum + ms, 0) }
  })
  type Planned = Run & { kind: Kind; mutant: number }
  const runs = mutants.flatMap(({ id, isAtLoad }): Planned[] => {
    const planned = reachOf
      .toSorted((one, other) => one.ms - other.ms)
      .flatMap(({ test, reach }) => {
        const met = reach.filter(({ reached }) => reached.includes(id))
        const names = reach.flatMap(({ name }) => name ?? [])
        const isWhole = isAtLoad || met.some(({ name }) => name === undefined)
        if (!isWhole && met.length === 0) return []
        const metNames = new Set(met.map(({ name }) => name))
        const last = names.findLastIndex((name) => metNames.has(name))
        const only = isWhole ? names : isUnit(test) ? met.flatMap(({ name }) => name ?? []) : names.slice(0, last + 1)
        const quick = only.filter((name) => !isUnit(test) || reach.some((one) => one.name === name && one.ms <= mostMs))
        slow.push(...only.filter((name) => !quick.includes(name)))
        return quick.length > 0 ? [{ tests: [test], mutant: id, only: quick, kind: kindOf(isAtLoad) }] : []
      })
    // Most mutants are noticed by the quickest file; what the others cost to begin is paid once.
    const [quickest, ...others] = planned
    if (others.length < 2 || !files.every(isUnit)) return planned
    return [quickest!, { ...quickest!, tests: others.flatMap((one) => one.tests), only: others.flatMap((one) => one.only ?? []) }]
  })
  const all = runs.flatMap((run, at): Planned[] =>
    at % controlled === 0 && run.kind === 'kept' ? [run, { ...run, mutant: mutants.length }] : [run],
  )
  const second = all.length > 0 ? told(folder, mutants, all, until) : []
  const faulty = second.flatMap((one) => (one.is === 'noticed' && one.mutant === mutants.length ? [one.by] : []))
  if (faulty.length > 0) process.stdout.write(`  fails without a mutant, too, once others ran: ${faulty.join(' · ')}\n`)
  rmSync(folder, { recursive: true })
  const noticed = new Map(second.flatMap((one) => (one.is === 'noticed' ? [[one.mutant, one.by] as const] : [])))
  const ran = (id: number): number => second.filter((one) => one.is === 'ran' && one.mutant === id).length
  const tried = new Set(runs.map(({ mutant }) => mutant))
  const late = new Set([...tried].filter((id) => !noticed.has(id) && ran(id) < runs.filter(({ mutant }) => mutant === id).length))
  return { noticed, late, unreached: new Set(mutants.map(({ id }) => id).filter((id) => !tried.has(id))), slow: [...new Set(slow)] }
}

async function run(name: string): Promise<void> {
  const area = areas[name]
  if (!area) throw new Error(`no area ${name}: ${Object.keys(areas).join(', ')}`)
  for (const test of area.tests) if (!existsSync(test)) throw new Error(`no tests at ${test}`)
  const { all, same, chosen } = sampleOf(area)
  const begun = Date.now()
  const server = area.tests.every(isUnit) ? undefined : await startTestServer()
  try {
    if (server) process.env.MUTATION_TEMPLATES = JSON.stringify([templateOn(server, await makeTemplate(server, false))])
    const { noticed, unreached, late, slow } = outcomeOf(area, chosen, begun + minutes * 60_000)
    const counted = chosen.filter(({ id }) => !late.has(id))
    const score = Math.round((1000 * noticed.size) / Math.max(1, counted.length)) / 10
    const seconds = Math.round((Date.now() - begun) / 1000)
    process.stdout.write(
      `${name}: ${score} %, ${noticed.size} of ${counted.length} noticed, ${unreached.size} met by no test, ${late.size} not run in time; of ${all} mutants and ${same} equivalents, seed ${seed}, ${seconds} s\n`,
    )
    for (const { id, file, line, kind, from, to } of counted.filter((one) => !noticed.has(one.id)))
      process.stdout.write(`  ${file}:${line} ${kind}${unreached.has(id) ? ', not met' : ''}: ${from}  ->  ${squeezed(to)}\n`)
    if (slow.length > 0) process.stdout.write(`  not repeated, over ${mostMs} ms: ${slow.join(' · ')}\n`)
  } finally {
    await server?.stop()
  }
}

for (const name of wanted) await run(name)
