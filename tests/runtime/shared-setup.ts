import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { scratchFolder } from '#tests/harness/scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run for what the first file makes that needs it. */
    shared: string
  }
}

/** Vitest's global set-up of the tests of whole programs. Returns the function that removes the folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = await mkdtemp(join(scratchFolder(), 'wardkeeper-shared-'))
  // root's PostgreSQL runs as another user.
  await chmod(shared, 0o711)
  project.provide('shared', shared)
  return () => rm(shared, { recursive: true, force: true })
}
