import type { TestProject } from 'vitest/node'
import { makeTemplate, removeTemplate, type Template } from './template-database.ts'
import { foreignServer, startTestServer } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    template: Template
  }
}

/**
 * Vitest's global set-up of the API tests: one PostgreSQL for the run. TEST_DATABASE_URL names a server by its superuser's address,
 * TEST_PG=15 takes that version from the machine, else the packaged one is started. Answers the function that stops it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const foreign = process.env.TEST_DATABASE_URL
  const server = foreign ? foreignServer(foreign) : await startTestServer(process.env.TEST_PG)
  try {
    const template = await makeTemplate(server, Boolean(foreign))
    project.provide('template', template)
    return async () => {
      if (foreign) await removeTemplate(template)
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}
