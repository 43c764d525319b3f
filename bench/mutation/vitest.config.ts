import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { offlineDeclarations } from '../../scripts/vite/offline-declarations.ts'
import { type Mutant, switched } from './mutants.ts'

const root = process.cwd()
const mutants: Mutant[] = JSON.parse(readFileSync(process.env.MUTATION_PLAN!, 'utf8'))

/** The unit tests on sources that hold all mutants, each of which the runner switches on. */
export default defineConfig({
  root,
  plugins: [
    offlineDeclarations(),
    {
      name: 'mutants',
      enforce: 'pre',
      transform(code, id) {
        const file = relative(root, id.split('?')[0]!)
        const here = mutants.filter((one) => one.file === file)
        return here.length > 0 ? { code: switched(code, here), map: null } : undefined
      },
    },
  ],
  test: {
    include: ['tests/unit/**/*.test.{ts,tsx}'],
    environment: 'node',
    runner: `${import.meta.dirname}/runner.ts`,
    maxWorkers: 2,
    dangerouslyIgnoreUnhandledErrors: true,
  },
})
