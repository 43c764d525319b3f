// Two builds in turn: npx tsx bench/pair.ts --before=<built> --before-home=<folder> --after=<built> --after-home=<folder> [--only=<whole name, several times>] [--connections=16] [--rounds=11]
import { parseArgs } from 'node:util'
import { casesOf } from './cases.ts'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { type Program, startProgram } from './ground.ts'
import { load } from './load.ts'

const { values: asked } = parseArgs({
  options: {
    // Folders of the two builds, and homes of the same cards that each has filled with its own `bench/api.ts --home`.
    before: { type: 'string' },
    'before-home': { type: 'string' },
    after: { type: 'string' },
    'after-home': { type: 'string' },
    only: { type: 'string', multiple: true },
    connections: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '11' },
  },
})

interface Sample {
  readonly node: number
  readonly postgres: number
  readonly rps: number
}

const median = (numbers: readonly number[]): number => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!

const running: Program[] = []
const start = async (home: string | undefined, built: string | undefined) => {
  if (!home || !built) throw new Error('--before, --before-home, --after and --after-home name two builds and their homes')
  const program = await startProgram(home, built)
  running.push(program)
  const token = await program.signIn('manager')
  return { program, token, cases: await casesOf(program.port, token) }
}

try {
  const sides = [await start(asked['before-home'], asked.before), await start(asked['after-home'], asked.after)]
  const wanted = asked.only ?? sides[1]!.cases.filter(({ target }) => target).map(({ name }) => name)
  console.log(
    `load ${loadNow()}; µs of CPU a request, medians of ${asked.rounds} rounds and of their ratios, ${asked.connections} connections`,
  )
  for (const name of wanted) {
    const samples: Sample[][] = sides.map(() => [])
    // The first round warms both.
    for (let round = 0; round <= Number(asked.rounds); round++)
      for (const [side, { program, token, cases }] of sides.entries()) {
        const one = cases.find((each) => each.name === name)
        if (!one) throw new Error(`no case is called ${name}`)
        await one.before?.()
        const [node, postgres] = [cpuOf(program.pid), postgresCpu(program.postmaster)]
        const { took, wall } = await load(program.port, token, Number(asked.connections), 900, one.next)
        if (round === 0) continue
        samples[side]!.push({
          node: (cpuOf(program.pid) - node) / took.length,
          postgres: (postgresCpu(program.postmaster) - postgres) / took.length,
          rps: (took.length / wall) * 1000,
        })
      }
    const [before, after] = samples as [Sample[], Sample[]]
    const figure = (what: keyof Sample): string => {
      const [was, is] = [before, after].map((side) => median(side.map((sample) => sample[what])).toFixed(0))
      const ratio = median(before.map((sample, index) => after[index]![what] / sample[what]))
      return `${what} ${was!.padStart(6)} → ${is!.padStart(6)} × ${ratio.toFixed(2)}`
    }
    console.log(`${name.padEnd(30)} ${figure('node')}   ${figure('postgres')}   ${figure('rps')}`)
  }
} finally {
  for (const program of running) await program.stop()
}
