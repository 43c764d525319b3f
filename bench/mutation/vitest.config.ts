import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { Template } from '#tests/harness/template-database.ts'
import { offlineDeclarations } from '../../scripts/vite/offline-declarations.ts'

const folder = process.env.MUTATION_FOLDER!
const sources: Readonly<Record<string, string>> = JSON.parse(readFileSync(`${folder}/sources.json`, 'utf8'))
const templates: readonly Template[] = JSON.parse(process.env.MUTATION_TEMPLATES ?? '[]')

/** A thread has the mutants too; what is switched on and what is reached lies in memory that it shares. */
const inThread = [
  `const memory = require('node:worker_threads').workerData`,
  'globalThis.__mutant = (id) => { if (memory[0] === id) { if (++memory[1] > memory[2]) throw new Error("no end"); return true } memory[3 + id] = 1; return false }',
  `require('node:module').register(${JSON.stringify(pathToFileURL(`${import.meta.dirname}/sources.mjs`).href)})`,
].join('\n')

const mutants: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform(code, id) {
    const file = id.split('?')[0]!
    if (file.endsWith('/server/kit/thread.ts'))
      return {
        code: code
          .replace('const begun = `', () => `const begun = ${JSON.stringify(`${inThread}\n`)} + \``)
          .replace('eval: true', 'eval: true, workerData: globalThis.__mutationMemory'),
        map: null,
      }
    return sources[file] === undefined ? undefined : { code: sources[file], map: null }
  },
}

/** Runs of one mutant come one after another, so that those after the first that notices it are left out. */
class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => (basename(one.moduleId) < basename(other.moduleId) ? -1 : 1)))
  }
}

const project = (name: 'kept' | 'fresh') => ({
  plugins: [offlineDeclarations(), mutants],
  test: {
    name,
    dir: folder,
    include: [`*.${name}.test.ts`],
    environment: 'node',
    isolate: name === 'fresh',
    // Dexie looks for a database once, when it is loaded.
    setupFiles: ['fake-indexeddb/auto'],
    runner: `${import.meta.dirname}/runner.ts`,
    testTimeout: Number(process.env.MUTATION_LIMIT),
    hookTimeout: 60_000,
    provide: { templates },
  },
})

/** Tests on sources that hold all mutants, each of which the runner switches on. `kept`: the program is loaded once for many files. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    dangerouslyIgnoreUnhandledErrors: true,
    sequence: { sequencer: InOrder },
    projects: [project('kept'), project('fresh')],
  },
})
