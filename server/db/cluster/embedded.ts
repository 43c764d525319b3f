import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartRefused } from '#server/refused.ts'
import { ensureRoles, type Roles, roleNames } from '../roles.ts'
import { usableBinaries } from './binaries.ts'
import { type Cluster, type ClusterPlace, createCluster, isWrongPassword, startCluster } from './cluster.ts'
import { ownFolder } from './data-home.ts'
import { keepCluster } from './keep-cluster.ts'
import { stopLeftOver } from './left-over.ts'
import type { ProcessUser } from './process-user.ts'

/** The running built-in database, with its URLs for `pg`. */
export interface Embedded {
  appUrl: string
  ownerUrl: string
  jobsUrl: string
  /** The superuser's URL of the product's database: only for marking functions leakproof, which the owner may not do. */
  superUrl: string
  /** Whether a server left over from a killed program was stopped first. */
  recovered: boolean
  stop(): Promise<void>
  /** Resolves when PostgreSQL has ended: as requested, or unexpectedly without a successful restart. */
  ended: Promise<void>
}

const database = 'wardkeeper'

interface Secrets {
  superuser: string
  owner: string
  app: string
  jobs: string
}

/**
 * Starts PostgreSQL with its files in `<home>/postgres`. The first time it creates the files in a folder beside it and renames that at the
 * end, so an aborted start leaves nothing incomplete. The caller holds the lock of `home`. Throws StartRefused with a message for the
 * operator.
 */
export const startEmbedded = async (home: string, user: ProcessUser | undefined): Promise<Embedded> => {
  const bin = await usableBinaries(home, user)
  const secrets = await secretsOf(home)
  const place: ClusterPlace = {
    bin,
    data: join(home, 'postgres'),
    sockets: join(home, 'run'),
    logFile: join(home, 'postgres.log'),
    user,
    password: secrets.superuser,
    durable: true,
  }
  const recovered = await clearWay(place)
  if (existsSync(place.data)) await refuseOtherVersion(place)
  else await layOut(home, place)
  await keepLogShort(place.logFile)
  const cluster = await startKnown(place, home)
  try {
    const roles = rolesOf(secrets)
    await withClient(cluster.superUrl('postgres'), (client) => ensureRoles(client, roles, database))
    const again = async (): Promise<Cluster> => {
      await clearWay(place)
      return startCluster({ ...place, port: cluster.port })
    }
    const { stop, ended } = keepCluster(cluster, again, ({ attempt, of, error }) =>
      console.error(
        `PostgreSQL has ended unexpectedly, see ${place.logFile}; it is started again (${attempt} of ${of}).${error ? ` ${error}` : ''}`,
      ),
    )
    return { ...addresses(cluster, roles), recovered, stop, ended }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Stops a server that still runs on these files. Returns whether one did. */
const clearWay = async (place: ClusterPlace): Promise<boolean> => {
  const found = await stopLeftOver(place.data)
  // No process listens there now, but PostgreSQL would trust the process id in the lock file beside a socket.
  await rm(place.sockets, { recursive: true, force: true })
  await ownFolder(place.sockets, place.user)
  return found
}

const addresses = (cluster: Cluster, roles: Roles): Pick<Embedded, 'appUrl' | 'ownerUrl' | 'jobsUrl' | 'superUrl'> => ({
  appUrl: cluster.url(roles.app.name, roles.app.password, database),
  ownerUrl: cluster.url(roles.owner.name, roles.owner.password, database),
  jobsUrl: cluster.url(roles.jobs.name, roles.jobs.password, database),
  superUrl: cluster.superUrl(database),
})

/** The owner's URL of a running built-in database, through the socket in its folder. */
export const embeddedOwnerUrl = async (home: string): Promise<string> => {
  const { owner } = await secretsOf(home)
  return `postgresql://${roleNames.owner}:${owner}@localhost/${database}?host=${encodeURIComponent(join(home, 'run'))}`
}

const rolesOf = (secrets: Secrets): Roles => ({
  owner: { name: roleNames.owner, password: secrets.owner },
  app: { name: roleNames.app, password: secrets.app },
  jobs: { name: roleNames.jobs, password: secrets.jobs },
})

const layOut = async (home: string, place: ClusterPlace): Promise<void> => {
  for (const name of await readdir(home)) if (name.startsWith('postgres.new-')) await rm(join(home, name), { recursive: true, force: true })
  const fresh = join(home, `postgres.new-${process.pid}`)
  await ownFolder(fresh, place.user)
  await createCluster({ ...place, data: fresh })
  await rename(fresh, place.data)
}

const refuseOtherVersion = async (place: ClusterPlace): Promise<void> => {
  const owner = await stat(place.data)
  const me = place.user?.uid ?? process.getuid?.()
  if (me !== undefined && owner.uid !== me) {
    throw new StartRefused(
      `The database in ${place.data} belongs to another user (id ${owner.uid}): start as that user, or set DATA_DIR to another folder.`,
    )
  }
  const version = (await readFile(join(place.data, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version !== '18') {
    throw new StartRefused(
      `The database in ${place.data} is of PostgreSQL ${version || '(unknown)'} and this program brings 18: start the older program, or move the data with pg_dump.`,
    )
  }
}

const startKnown = async (place: ClusterPlace, home: string): Promise<Cluster> => {
  try {
    return await startCluster(place)
  } catch (error) {
    if (!isWrongPassword(error)) throw error
    await stopLeftOver(place.data)
    throw new StartRefused(`${join(home, 'secrets.json')} does not fit the database in ${place.data}: put the right file back.`)
  }
}

const secretsOf = async (home: string): Promise<Secrets> => {
  const file = join(home, 'secrets.json')
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Secrets
  if (existsSync(join(home, 'postgres')))
    throw new StartRefused(`${file} is missing, the database beside it cannot be opened without: put the file back.`)
  const fresh = (): string => randomBytes(24).toString('base64url')
  const secrets: Secrets = { superuser: fresh(), owner: fresh(), app: fresh(), jobs: fresh() }
  const part = `${file}.part`
  await writeFile(part, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(part, file)
  return secrets
}

const keepLogShort = async (logFile: string): Promise<void> => {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > 10_000_000) await truncate(logFile)
}

/** Runs `work` on one connection and closes it afterwards. */
export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks while idle must not end the process; a running query fails anyway.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
