import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { offlineDeclarations } from './scripts/vite/offline-declarations.ts'

const project = (name: string, extra: object = {}) => ({
  plugins: [offlineDeclarations()],
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], environment: 'node', ...extra },
})

// Looks at a live database, so it runs where there is one: on each version of PostgreSQL.
const databaseLaws = 'tests/laws/database.test.ts'

// These add a family, hooks or effects of their own to the server before it is loaded.
const ownModules = ['tests/api/lines.test.ts', 'tests/api/several-hooks.test.ts']

const onDatabase = { globalSetup: ['tests/harness/postgres-setup.ts'], testTimeout: 20_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // Each worker of the API tests has a PostgreSQL of its own; a server that is given is one, and its files run one by one.
    maxWorkers: process.env.TEST_DATABASE_URL ? 1 : Math.min(4, availableParallelism()),
    projects: [
      // How long a test may take is asserted nowhere: seeds of a model are walked through in seconds on an idle machine, and later on a busy one.
      project('unit', { testTimeout: 30_000 }),
      project('laws', { exclude: [databaseLaws], testTimeout: 30_000 }),
      // The server is loaded once per worker, not once per file: its modules keep nothing between two programs.
      project('api', { ...onDatabase, include: ['tests/api/**/*.test.{ts,tsx}', databaseLaws], exclude: ownModules, isolate: false }),
      project('api-isolated', { ...onDatabase, include: ownModules }),
      // Whole programs are started, killed and started again here: minutes, not seconds. Each has a folder, a database and ports of its own.
      project('runtime', { testTimeout: 240_000, hookTimeout: 240_000 }),
    ],
  },
})
