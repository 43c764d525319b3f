import type { TestProject } from 'vitest/node'
import { buildThreads } from './built-threads.ts'
import { type Made, makeTemplate, removeTemplate, type Template, templateOn } from './template-database.ts'
import { filledServer, foreignServer, type StoppedServer, startCopy, startTestServer, type TestServer } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One per server of this run; the worker's number chooses. */
    templates: readonly Template[]
    /** Folder of the built entries of worker threads. */
    threads: string
    /** Whether these servers are of the oldest supported version: the same files run on the newest, too. */
    isOldest: boolean
  }
}

interface Prepared {
  server: TestServer
  template: Template
}

type Filled = StoppedServer & { readonly filled: Made }

/** What a run makes once. Each project of a run loads this file for itself, so it is kept beside it. */
const kept = globalThis as { wardkeeperFilled?: Map<string, Promise<Filled>>; wardkeeperThreads?: Promise<string> }

/** The filled servers of this run by version. */
const filledServers = (): Map<string, Promise<Filled>> => {
  kept.wardkeeperFilled ??= new Map()
  return kept.wardkeeperFilled
}

const threadsOfRun = (): Promise<string> => {
  kept.wardkeeperThreads ??= buildThreads()
  return kept.wardkeeperThreads
}

/** Migrations are run and hospitals filled once; each server starts from a copy of the folder. */
const copyOf = async (version: string | undefined): Promise<Prepared> => {
  const known = filledServers()
  const key = version ?? 'packaged'
  const made = known.get(key) ?? filledServer(version, (server) => makeTemplate(server, false))
  known.set(key, made)
  const source = await made
  const server = await startCopy(source)
  return { server, template: templateOn(server, source.filled) }
}

const made = async (server: TestServer, shared: boolean): Promise<Prepared> => {
  try {
    return { server, template: templateOn(server, await makeTemplate(server, shared)) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Servers that the project needs: one for each file that can run at once; one for the few isolated files, which look at their own databases only. */
const serverCount = async (project: TestProject): Promise<number> => {
  if (project.name.endsWith('-isolated')) return 1
  const { vitest } = project
  const { testFiles } = await project.globTestFiles((vitest as { filenamePattern?: string[] }).filenamePattern)
  return testFiles.length === 1 ? 1 : (vitest.config.maxWorkers ?? 1)
}

/**
 * Vitest's global set-up of the API tests: one PostgreSQL per worker, so that a file may look at its whole server (who waits, what the oldest
 * transaction is) while another file runs. TEST_DATABASE_URL names a server by its superuser's address, of which there is only one. Otherwise the packaged
 * version is started, and for the project `api-oldest` version 15 of the machine. Returns the function that stops them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const foreign = process.env.TEST_DATABASE_URL
  const version = project.name === 'api-oldest' ? '15' : undefined
  const workers = await serverCount(project)
  if (foreign && workers > 1) throw new Error('TEST_DATABASE_URL is one server: run its tests with --maxWorkers=1')
  // A single server needs no copy.
  const isAlone = workers === 1 && project.vitest.projects.length === 1
  const prepare = async (): Promise<Prepared> =>
    foreign ? made(foreignServer(foreign), true) : isAlone ? made(await startTestServer(version), false) : copyOf(version)
  const [threads, ...tried] = await Promise.allSettled([threadsOfRun(), ...Array.from({ length: workers }, prepare)])
  const ready = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const stop = async (): Promise<void> => {
    for (const { server, template } of ready) {
      if (foreign) await removeTemplate(template)
      await server.stop()
    }
  }
  const failed = [threads, ...tried].find((one) => one.status === 'rejected')
  if (failed || threads.status === 'rejected') {
    await stop()
    throw failed?.reason
  }
  project.provide('threads', threads.value)
  project.provide('isOldest', version !== undefined)
  project.provide(
    'templates',
    ready.map(({ template }) => template),
  )
  return stop
}
