// What a request costs: npx tsx bench/api.ts [--home=<folder>] [--cards=100000] [--rounds=5] [--only=<part of a name>] [--targets] [--profile=<folder>] [--built=<folder>] [--phases]
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type Case, casesOf } from './cases.ts'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, type Program, removeHome, seededHome, startProgram } from './ground.ts'
import { load } from './load.ts'
import { phasesOf } from './phases.ts'

const { values: asked } = parseArgs({
  options: {
    home: { type: 'string' },
    cards: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    targets: { type: 'boolean', default: false },
    profile: { type: 'string' },
    built: { type: 'string' },
    phases: { type: 'boolean', default: false },
  },
})

interface Sample {
  readonly node1: number
  readonly node16: number
  readonly postgres16: number
  readonly rps: number
  readonly p50: number
  readonly p99: number
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!
const at = (sorted: readonly number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!

if (!asked.built) await buildServer()
const home = await seededHome(asked.home, Number(asked.cards))
let program: Program | undefined
try {
  const running = await startProgram(home, asked.built, asked.profile)
  program = running
  const tokens = { all: await running.signIn('manager'), restricted: await running.signIn('restricted') }
  const cases = (await casesOf(running.port, tokens.all)).filter(
    (one) => one.name.startsWith('hello') || (one.name.includes(asked.only ?? '') && (one.target !== undefined || !asked.targets)),
  )
  const measure = async (one: Case, connections: number, ms: number) => {
    await one.before?.()
    const node = cpuOf(running.pid)
    const postgres = postgresCpu(running.postmaster)
    const run = await load(running.port, one.who ? tokens.restricted : tokens.all, connections, ms, one.next)
    const count = run.took.length
    return { node: (cpuOf(running.pid) - node) / count, postgres: (postgresCpu(running.postmaster) - postgres) / count, run }
  }
  const samples = new Map<Case, Sample[]>(cases.map((one) => [one, []]))
  // The compiler and the caches of both servers are warm before anything counts.
  for (const one of cases) await measure(one, 16, 1000)
  const began = loadNow()
  for (let round = 0; round < Number(asked.rounds); round++)
    for (const one of cases) {
      const alone = await measure(one, 1, 500)
      const many = await measure(one, 16, one.long ? 3000 : 1200)
      const sorted = many.run.took.sort((a, b) => a - b)
      samples.get(one)!.push({
        node1: alone.node,
        node16: many.node,
        postgres16: many.postgres,
        rps: (sorted.length / many.run.wall) * 1000,
        p50: at(sorted, 0.5),
        p99: at(sorted, 0.99),
      })
    }
  const middle = (one: Case, what: keyof Sample): number => median(samples.get(one)!.map((sample) => sample[what]))
  const hello = cases[0]!
  console.log(
    `${new Date().toISOString().slice(0, 16)} · Node ${process.version} · ${cpus().length} × ${cpus()[0]!.model.trim()} · load ${began} → ${loadNow()} · ${asked.rounds} rounds, medians`,
  )
  console.log(
    'CPU in µs a request: Node at 1 and 16 connections, PostgreSQL at 16; latency in ms at 16; "hellos" = Node CPU at 16 in requests without database',
  )
  const cells = (parts: readonly (string | number)[]) =>
    parts.map((part, index) => (index === 0 ? String(part).padEnd(34) : String(part).padStart(8))).join(' ')
  console.log(cells(['', 'node 1', 'node 16', 'PG 16', 'hellos', 'rps', 'p50', 'p99', 'best p99', 'targets']))
  for (const one of cases) {
    const [node1, node16, p99] = [middle(one, 'node1'), middle(one, 'node16'), middle(one, 'p99')]
    const best = Math.min(...samples.get(one)!.map((sample) => sample.p99))
    const { target } = one
    const word = target
      ? `  CPU < ${target.cpu} ${node16 < target.cpu ? 'met' : 'MISSED'}, p99 < ${target.p99} ${p99 < target.p99 ? 'met' : best < target.p99 ? 'met in the best round' : 'MISSED'}`
      : ''
    const fixed = [node1, node16, middle(one, 'postgres16')].map((number) => number.toFixed(0))
    const rest = [middle(one, 'p50'), p99, best].map((number) => number.toFixed(1))
    console.log(cells([one.name, ...fixed, (node16 / middle(hello, 'node16')).toFixed(1), middle(one, 'rps').toFixed(0), ...rest]) + word)
  }
  if (asked.phases) {
    console.log('PostgreSQL’s phases in µs a request, by its log, at 1 connection; planning is part of parse and bind')
    console.log(cells(['', 'parse', 'bind', 'execute', 'sum', 'executed']))
    for (const one of cases.slice(1)) {
      const { parse, bind, execute, statements } = await phasesOf(home, async () => (await measure(one, 1, 700)).run.took.length)
      console.log(
        cells([one.name, ...[parse, bind, execute, parse + bind + execute].map((part) => part.toFixed(0)), statements.toFixed(1)]),
      )
    }
  }
} finally {
  await program?.stop()
  if (!asked.home) await removeHome(home)
}
