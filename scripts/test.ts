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
const aimMinutes = 40

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const quick = process.argv.includes('--quick')
const session = openSession()
const packaged = { TEST_PG: '', TEST_DATABASE_URL: '' }

await session.check('Biome', ['@biomejs', 'biome', 'bin', 'biome'], ['check', '.'])
await session.check('TypeScript', ['typescript', 'bin', 'tsc'], ['-b'])
await session.check('plain words', ['tsx', 'dist', 'cli.mjs'], ['scripts/plain-words.ts', '--hold'])
await session.check('columns in SQL', ['tsx', 'dist', 'cli.mjs'], ['scripts/sql-columns.ts'])
if (quick) {
  // Fewer seeded runs for daily work.
  await session.vitest('unit, laws, API on PostgreSQL 18', {
    projects: ['unit', 'laws', 'api*'],
    env: { ...packaged, SEEDS: '300', IDB_SEEDS: '10' },
  })
} else {
  await session.vitest('unit, laws', { projects: ['unit', 'laws'] })
  await session.vitest('API on PostgreSQL 18', { projects: ['api*'], env: packaged })
  const oldest = { projects: ['api*'], files: Object.keys(onOldest) }
  if (process.env.TEST_DATABASE_URL) await session.vitest('API on TEST_DATABASE_URL', oldest)
  else if (existsSync('/usr/lib/postgresql/15/bin/initdb'))
    await session.vitest('API on PostgreSQL 15', { ...oldest, env: { TEST_PG: '15' } })
  if (await session.check('build', ['scripts/build.mjs'], [])) {
    // These tests kill and restart the program, and a single failure is a race of the program. They wait half of the time, so three files fit beside each other.
    await session.vitest('whole program', { projects: ['runtime'], flags: ['--maxWorkers=3'], isFinal: true })
    await session.playwright()
  } else session.missed(2)
}

rememberTimes(session.stages)
const families: Families = { all: entities.length, battery: batteryFamilies().length, later }
title('cost')
process.exitCode = session.close(costTable(session.stages, families, aimMinutes, kindOf))
