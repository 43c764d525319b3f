import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Program, run, title } from './test/tools.ts'

// What takes hours: `npm run test:long [-- <base>]`. Every test with all seeds, all calls of the fuzzer and all pages for axe, rounds in which the program
// is killed, and mutants of what differs from the base (where the branch left main, or the commit before HEAD on main). Its last result is written
// in bench/README.md.
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const git = (...flags: string[]): string => execFileSync('git', flags, { encoding: 'utf8' }).trim()
const left = git('merge-base', 'main', 'HEAD')
const base = process.argv[2] ?? (left === git('rev-parse', 'HEAD') ? 'HEAD~1' : left)
const tsx = ['tsx', 'dist', 'cli.mjs'] as const
const parts: readonly [name: string, program: Program, flags: readonly string[]][] = [
  ['every test', tsx, ['scripts/test.ts']],
  ['kill rounds', tsx, ['bench/kill-rounds.ts', '25']],
  [`mutants of what differs from ${base}`, tsx, ['bench/mutation.ts', `--changed=${base}`]],
]

const results: string[] = []
for (const [name, program, flags] of parts) {
  title(name)
  const begun = performance.now()
  const isFine = await run(program, flags, { TEST_LONG: 'on' })
  results.push(`${name}: ${isFine ? 'passed' : 'failed'}, ${((performance.now() - begun) / 60_000).toFixed(1)} minutes`)
  if (!isFine) process.exitCode = 1
}
title(`long run of ${git('rev-parse', '--short', 'HEAD')}, ${new Date().toISOString().slice(0, 10)}`)
for (const result of results) process.stdout.write(`${result}\n`)
