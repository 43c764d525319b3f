import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { usableBinaries } from '#server/db/cluster/binaries.ts'
import { createCluster, startCluster } from '#server/db/cluster/cluster.ts'
import { ownFolder } from '#server/db/cluster/data-home.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { copyTree } from './copy-tree.ts'
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

/** A server that has stopped in order: its folder can be copied, and each copy started. */
export interface StoppedServer {
  readonly data: string
  readonly password: string
  readonly major: string | undefined
}

/** A place for a throw-away server in a folder of its own. Promises nothing about crashes. */
const placeFor = async (major: string | undefined, password: string) => {
  const user = processUser()
  const home = await mkdtemp(join(scratchFolder(), 'wardkeeper-test-'))
  await chmod(home, 0o711)
  const place = {
    bin: major ? debianBinaries(major) : await usableBinaries(home, user),
    data: join(home, 'postgres'),
    sockets: join(home, 'run'),
    logFile: join(home, 'postgres.log'),
    user,
    password,
    durable: false,
  }
  await mkdir(place.sockets)
  await ownFolder(place.sockets, user)
  return { home, place }
}

/** Starts a throw-away server: the packaged PostgreSQL, or with `major` the one installed on the machine. */
export const startTestServer = async (major?: string): Promise<TestServer> => {
  const { home, place } = await placeFor(major, randomBytes(12).toString('hex'))
  await ownFolder(place.data, place.user)
  await createCluster(place)
  return running(home, place)
}

/** Starts a copy of a server, with all that is in it. */
export const startCopy = async (of: StoppedServer): Promise<TestServer> => {
  const { home, place } = await placeFor(of.major, of.password)
  await copyTree(of.data, place.data)
  return running(home, place)
}

const running = async (home: string, place: Awaited<ReturnType<typeof placeFor>>['place']): Promise<TestServer> => {
  const cluster = await startCluster(place)
  const stop = async (): Promise<void> => {
    await cluster.stop()
    await rm(home, { recursive: true, force: true })
  }
  return { superUrl: cluster.superUrl, url: cluster.url, stop }
}

/** A server with what `fill` writes into it, stopped; its folder goes with this process. */
export const filledServer = async <T>(
  major: string | undefined,
  fill: (server: TestServer) => Promise<T>,
): Promise<StoppedServer & { filled: T }> => {
  const password = randomBytes(12).toString('hex')
  const { home, place } = await placeFor(major, password)
  process.once('exit', () => rmSync(home, { recursive: true, force: true }))
  await ownFolder(place.data, place.user)
  await createCluster(place)
  const cluster = await startCluster(place)
  try {
    return { data: place.data, password, major, filled: await fill({ superUrl: cluster.superUrl, url: cluster.url, stop: cluster.stop }) }
  } finally {
    await cluster.stop()
  }
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
