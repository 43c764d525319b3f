import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allFiles, changedSince, graphOf } from './test/graph.ts'
import { type Choice, select, unitTestsOf } from './test/selection.ts'
import { openSession } from './test/session.ts'
import { knownTimes, rememberTimes } from './test/times.ts'
import { title } from './test/tools.ts'

// Runs what a change can touch in under five minutes: `npm run test:changed [-- <base>] [-- --dry]`. The base is where the branch left main,
// or HEAD on main. Types, unit tests and laws first, because they are cheap; then API tests and browser tests, the nearest first, until the time is used up.
const budgetSeconds = 300

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const flags = process.argv.slice(2)
const changed = changedSince(flags.find((one) => !one.startsWith('-')))
const times = knownTimes()
const files = allFiles()
const graph = graphOf(files)
const seconds = (all: readonly string[], each: number): number => all.reduce((sum, file) => sum + (times[file] ?? each), 0)

const laws = files.map(({ path }) => path).filter((path) => /^tests\/laws\/.+\.test\.ts$/.test(path) && !path.endsWith('/database.test.ts'))
const workers = Math.min(4, availableParallelism())
const unit = unitTestsOf(changed, graph)
// Types and lint take about 25 seconds.
const fixed = 25 + (seconds(laws, 2) + seconds(unit, 1)) / workers
const { chosen, leftOut } = select({ changed, files, graph, times, budget: Math.max(0, budgetSeconds - fixed), workers })

const list = (all: readonly Choice[]): void => {
  for (const one of all) process.stdout.write(`  ${one.file} (${one.seconds.toFixed(0)} s): ${one.why}\n`)
}
title(`${changed.length} changed files`)
for (const path of changed.slice(0, 40)) process.stdout.write(`  ${path}\n`)
if (changed.length > 40) process.stdout.write(`  and ${changed.length - 40} more\n`)
title(`chosen: lint, types, laws, ${unit.length} unit test files and ${chosen.length} more`)
list(chosen)
if (leftOut.length > 0) {
  title(
    `left out: ${leftOut.length} files that the change can touch and that do not fit into ${budgetSeconds / 60} minutes; npm test runs them`,
  )
  list(leftOut)
}

if (!flags.includes('--dry')) {
  const session = openSession()
  await session.check('Biome', ['@biomejs', 'biome', 'bin', 'biome'], ['check', '.'])
  await session.check('TypeScript', ['typescript', 'bin', 'tsc'], ['-b'])
  await session.vitest('unit, laws', {
    projects: ['unit', 'unit-isolated', 'laws'],
    files: [...laws, ...unit],
    env: { SEEDS: '300', IDB_SEEDS: '10' },
  })
  const whole = chosen.map(({ file }) => file).filter((file) => file.startsWith('tests/runtime/'))
  const api = chosen.map(({ file }) => file).filter((file) => file.startsWith('tests/') && !whole.includes(file))
  const specs = chosen.map(({ file }) => file).filter((file) => file.startsWith('e2e/'))
  if (api.length > 0)
    await session.vitest('API and desk on PostgreSQL 18', {
      projects: ['api', 'api-isolated', 'desk', 'desk-isolated'],
      files: api,
      env: { TEST_DATABASE_URL: '' },
    })
  if (whole.length + specs.length > 0) {
    if (await session.check('build', ['scripts/build.mjs'], [])) {
      if (whole.length > 0) await session.vitest('whole program', { projects: ['runtime'], files: whole })
      if (specs.length > 0) await session.playwright(specs)
    } else session.missed(1)
  }
  await session.again()
  rememberTimes(session.stages)
  process.exitCode = session.close()
}
