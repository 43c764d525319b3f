import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test/longest-first.ts'
import { onOldest } from './scripts/test/oldest-postgres.ts'
import { nameplatePack } from './scripts/vite/nameplate-pack.ts'
import { offlineDeclarations } from './scripts/vite/offline-declarations.ts'

const project = (name: string, extra: object = {}) => ({
  plugins: [offlineDeclarations(), nameplatePack()],
  oxc: { jsx: { development: false } },
  // Style sheets are empty in tests, but for the one that charts read their colours from.
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: 'node', css: { include: [/tones\.css/] }, ...extra },
})

// Looks at a live database, so it runs where there is one: on each version of PostgreSQL.
const databaseLaws = 'tests/laws/database.test.ts'

// These add a family, hooks or effects of their own to the server before it is loaded.
const ownModules = ['tests/api/lines.test.ts', 'tests/api/several-hooks.test.ts']

/** Unit tests that change their modules, the globals or the document: what they leave behind would reach the next file of their worker. */
const changesItsWorld = /vi\.(mock|stubGlobal|useFakeTimers)|fake-indexeddb|@vitest-environment/
const isolatedUnits = readdirSync('tests/unit', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `tests/unit/${name}`)
  .filter((file) => changesItsWorld.test(readFileSync(file, 'utf8')))

const onDatabase = { globalSetup: ['tests/harness/postgres-setup.ts'], testTimeout: 20_000, hookTimeout: 60_000 }
// The server is loaded once per worker, not once per file: its modules keep nothing between two programs.
const onServer = { ...onDatabase, isolate: false }
const apiFiles = ['tests/api/**/*.test.{ts,tsx}', databaseLaws]
const oldestFiles = Object.keys(onOldest).map((start) => (start.endsWith('.ts') ? start : `${start}*.test.ts`))

/**
 * Tests of the desk that show pages of the phone in its document. The phone's stores, its history entries and its network are one per document there, and
 * what is still at work when a file ends reached later files of the worker.
 */
const phoneInDesk = readdirSync('tests/desk')
  .map((name) => `tests/desk/${name}`)
  .filter((file) => readFileSync(file, 'utf8').includes('harness/phone-pages'))

// React and antd as they are delivered, which take less time than their development versions.
const desk = {
  ...onServer,
  // Longer than a page is waited for, so that a test says what did not come.
  testTimeout: 60_000,
  execArgv: ['--max-semi-space-size=64'],
  environment: './tests/harness/desk-environment.ts',
  setupFiles: ['tests/harness/desk-setup.ts'],
  env: { NODE_ENV: 'production' },
}

export default defineConfig({
  test: {
    // Each worker of the API tests has a PostgreSQL of its own; a server that is given is one, and its files run one by one.
    maxWorkers: process.env.TEST_DATABASE_URL ? 1 : Math.min(4, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    projects: [
      // How long a test may take is asserted nowhere: seeds of a model are walked through in seconds on an idle machine, and later on a busy one.
      // Loading the modules of each file again takes half of the time of these tests: only files that need it do so.
      project('unit', { exclude: isolatedUnits, testTimeout: 30_000, isolate: false }),
      project('unit-isolated', { include: isolatedUnits, testTimeout: 30_000 }),
      project('laws', { exclude: [databaseLaws], testTimeout: 30_000, isolate: false }),
      project('api', { ...onServer, include: apiFiles, exclude: ownModules }),
      project('api-isolated', { ...onDatabase, include: ownModules }),
      // On version 15, the oldest that is supported.
      project('api-oldest', { ...onServer, include: oldestFiles }),
      // Pages of the desk in a document of happy-dom, before the program in the same process.
      project('desk', { ...desk, exclude: phoneInDesk }),
      project('desk-isolated', { ...desk, include: phoneInDesk, isolate: true }),
      // Whole programs are started, killed and started again here: minutes, not seconds. Each has a folder, a database and ports of its own.
      // One after the other in one worker, which loads the clients of the API once.
      project('runtime', { globalSetup: ['tests/runtime/shared-setup.ts'], testTimeout: 240_000, hookTimeout: 240_000, isolate: false }),
    ],
  },
})
