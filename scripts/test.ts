import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entities } from '#contract/registry.ts'
import { batteryFamilies } from '#tests/harness/family-facts.ts'
import { costTable, type Families } from './test/costs.ts'
import { kindOf } from './test/kinds.ts'
import { onOldest } from './test/oldest-postgres.ts'
import { openSession } from './test/session.ts'
import { rememberTimes } from './test/times.ts'
import { title } from './test/tools.ts'

/** Families of the finished product, and the minutes that all tests may then take on two cores. */
const later = 120
const aimMinutes = 30

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const quick = process.argv.includes('--quick')
const session = openSession()
/** A server on which the tests of the oldest version run in place of version 15 of this machine. */
const given = process.env.TEST_DATABASE_URL
const hasOldest = !given && existsSync('/usr/lib/postgresql/15/bin/initdb')

const checks = async (): Promise<void> => {
  await session.check('Biome', ['@biomejs', 'biome', 'bin', 'biome'], ['check', '.'])
  await session.check('TypeScript', ['typescript', 'bin', 'tsc'], ['-b'])
  await session.check('plain words', ['tsx', 'dist', 'cli.mjs'], ['scripts/plain-words.ts', '--hold'])
  await session.check('columns in SQL', ['tsx', 'dist', 'cli.mjs'], ['scripts/sql-columns.ts'])
}

if (quick) {
  await checks()
  // Fewer seeded runs for daily work.
  await session.vitest('unit, laws, API, desk', {
    projects: ['unit', 'unit-isolated', 'laws', 'api', 'api-isolated', 'desk', 'desk-isolated'],
    env: { SEEDS: '300', IDB_SEEDS: '10' },
  })
} else {
  let isBuilt = false
  await session.together(checks, async () => {
    isBuilt = await session.check('build', ['scripts/build.mjs'], [])
  })
  // A worker waits while its database works, and tests of whole programs wait half of their time: a third place beside the two workers makes them no
  // slower, so it is kept to the end.
  await session.together(
    () =>
      session.vitest('API, desk', {
        projects: ['api', 'api-isolated', 'desk', 'desk-isolated'],
        env: { TEST_DATABASE_URL: '' },
      }),
    async () => {
      if (isBuilt) await session.vitest('whole program', { projects: ['runtime'], flags: ['--maxWorkers=1'] })
      await session.vitest('unit, laws, oldest PostgreSQL', {
        projects: ['unit', 'unit-isolated', 'laws', ...(hasOldest ? ['api-oldest'] : [])],
        flags: ['--maxWorkers=1'],
        env: { TEST_DATABASE_URL: '' },
      })
    },
  )
  if (given) await session.vitest('API on TEST_DATABASE_URL', { projects: ['api', 'api-isolated'], files: Object.keys(onOldest) })
  if (isBuilt) await session.playwright()
  else session.missed(2)
}
await session.again()

rememberTimes(session.stages)
const families: Families = { all: entities.length, battery: batteryFamilies().length, later }
title('cost')
process.exitCode = session.close(costTable(session.stages, families, { aimMinutes, seconds: session.seconds(), kindOf }))
