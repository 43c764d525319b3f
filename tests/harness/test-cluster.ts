import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { usableBinaries } from '#server/db/binaries.ts'
import { createCluster, startCluster } from '#server/db/cluster.ts'
import { ownFolder } from '#server/db/data-home.ts'
import { processUser } from '#server/db/process-user.ts'
import { scratchFolder } from './scratch.ts'

/** A PostgreSQL server for one test run. */
export interface TestServer {
  /** Address of a database as the superuser. */
  superUrl(database: string): string
  /** The same server as another role. */
  url(user: string, password: string, database: string): string
  stop(): Promise<void>
}

const debianBinaries = (major: string): string => `/usr/lib/postgresql/${major}/bin`

/**
 * Starts a throw-away server in a folder of its own: the packaged PostgreSQL, or with `major` the one
 * installed on the machine. Promises nothing about crashes.
 */
export const startTestServer = async (major?: string): Promise<TestServer> => {
  const user = processUser()
  const home = await mkdtemp(join(scratchFolder(), 'wardkeeper-test-'))
  await chmod(home, 0o711)
  const place = {
    bin: major ? debianBinaries(major) : await usableBinaries(home, user),
    data: join(home, 'postgres'),
    sockets: join(home, 'run'),
    logFile: join(home, 'postgres.log'),
    user,
    password: randomBytes(12).toString('hex'),
    durable: false,
  }
  await mkdir(place.sockets)
  await ownFolder(place.sockets, user)
  await ownFolder(place.data, user)
  await createCluster(place)
  const cluster = await startCluster(place)
  const stop = async (): Promise<void> => {
    await cluster.stop()
    await rm(home, { recursive: true, force: true })
  }
  return { superUrl: cluster.superUrl, url: cluster.url, stop }
}

/** A server that exists already, by its superuser's address. Nothing of it is stopped. */
export const foreignServer = (address: string): TestServer => {
  const at = (user: string | undefined, password: string | undefined, database: string): string => {
    const url = new URL(address)
    if (user !== undefined) url.username = encodeURIComponent(user)
    if (password !== undefined) url.password = encodeURIComponent(password)
    url.pathname = `/${database}`
    return url.href
  }
  return { superUrl: (database) => at(undefined, undefined, database), url: at, stop: () => Promise.resolve() }
}
