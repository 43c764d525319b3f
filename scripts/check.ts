import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Program, run } from './test/tools.ts'

// What a change must pass before its tests: `npm run check`. With `-- --labels` only docs/WORDS.tsv is written and the labels are checked against the glossary,
// in seconds; any other flag goes to the last step.
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const flags = process.argv.slice(2)
const tsx = ['tsx', 'dist', 'cli.mjs'] as const

const whole: readonly [program: Program, flags: readonly string[]][] = [
  [
    ['@biomejs', 'biome', 'bin', 'biome'],
    ['check', '.'],
  ],
  [['typescript', 'bin', 'tsc'], ['-b']],
  [tsx, ['scripts/words.ts']],
  [tsx, ['scripts/plain-words.ts']],
  [tsx, ['scripts/sql-columns.ts', ...flags]],
]
const labels: typeof whole = [
  [tsx, ['scripts/words.ts']],
  [
    ['vitest', 'vitest.mjs'],
    ['run', '--project', 'laws', 'tests/laws/glossary.test.ts', 'tests/laws/english.test.ts'],
  ],
]

for (const [program, its] of flags.includes('--labels') ? labels : whole) {
  if (await run(program, its)) continue
  process.exitCode = 1
  break
}
