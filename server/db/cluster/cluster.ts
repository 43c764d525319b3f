import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ProcessUser } from './process-user.ts'

/** A PostgreSQL server that this program runs: its binaries, its files and its operating system user. */
export interface ClusterPlace {
  /** Folder with `postgres` and `initdb`. */
  bin: string
  data: string
  /** Folder for the Unix socket; if its path is too long, a port of 127.0.0.1 is used. */
  sockets: string
  logFile: string
  user: ProcessUser | undefined
  /** Password of the superuser `postgres`. */
  password: string
  /** The port of 127.0.0.1 if the socket cannot be used; any free one if absent. */
  port?: number
  /** false trades crash safety for speed: for tests only. */
  durable: boolean
}

/** A running server. */
export interface Cluster {
  pid: number
  port: number
  /** The URL of a database on it, for `pg`. */
  url(user: string, password: string, database: string): string
  superUrl(database: string): string
  /** Waits briefly for sessions to end, terminates the rest and shuts down cleanly; resolves when the process has ended. */
  stop(): Promise<void>
  /** Resolves when the process ends, for any reason. */
  ended: Promise<void>
}

/** A socket path may be 107 bytes long, including the file name that PostgreSQL appends. */
const longestSocketFolder = 107 - '/.s.PGSQL.5432.lock'.length

const childEnv = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' })

/** Creates the files of a new, empty server (initdb). Throws with PostgreSQL's error message; the folder is then removed. */
export const createCluster = async (place: ClusterPlace): Promise<void> => {
  const secret = await mkdtemp(join(place.sockets, 'init-'))
  const passwordFile = join(secret, 'password')
  try {
    await writeFile(passwordFile, `${place.password}\n`, { mode: 0o600 })
    if (place.user) for (const path of [secret, passwordFile]) await chown(path, place.user.uid, place.user.gid)
    const flags = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`, `--pgdata=${place.data}`]
    // LC_CTYPE other than C, because the gram index must recognise Chinese letters.
    const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--lc-ctype=C.UTF-8', '--data-checksums']
    const child = spawn(join(place.bin, 'initdb'), [...flags, ...locale, ...(place.durable ? [] : ['--no-sync'])], {
      cwd: place.sockets,
      env: childEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      ...idsOf(place.user),
    })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done))
    if (code !== 0) throw new Error(`initdb failed (${code}): ${said.trim().slice(-800)}`)
  } catch (error) {
    await rm(place.data, { recursive: true, force: true })
    throw error
  } finally {
    await rm(secret, { recursive: true, force: true })
  }
}

/** Starts the server and waits until it accepts connections. Throws with the end of its log if it does not start. */
export const startCluster = async (place: ClusterPlace): Promise<Cluster> => {
  const socket = process.platform !== 'win32' && Buffer.byteLength(place.sockets) <= longestSocketFolder
  const port = socket ? 5432 : (place.port ?? (await freePort()))
  const host = socket ? place.sockets : '127.0.0.1'
  const where = socket
    ? ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${place.sockets}`]
    : ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const log = openSync(place.logFile, 'a', 0o600)
  const flags = ['-D', place.data, '-p', String(port), ...where, ...settingsOf(place)]
  // A separate session: Ctrl-C in the terminal only reaches the program, which stops the server after the last request.
  const child = spawn(join(place.bin, 'postgres'), flags, {
    cwd: place.sockets,
    env: childEnv(),
    stdio: ['ignore', log, log],
    detached: true,
    ...idsOf(place.user),
  })
  closeSync(log)
  let alive = true
  const ended = new Promise<void>((done) => {
    const gone = (): void => {
      alive = false
      done()
    }
    child.once('exit', gone).once('error', gone)
  })
  const url = (user: string, password: string, database: string): string => {
    const at = socket ? `localhost/${database}?host=${encodeURIComponent(host)}` : `${host}:${port}/${database}`
    return `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${at}`
  }
  const superUrl = (database: string): string => url('postgres', place.password, database)
  await untilReady(superUrl('postgres'), () => alive, place.logFile)
  return { pid: child.pid ?? 0, port, url, superUrl, ended, stop: () => stopChild(child, ended, () => alive, place.durable ? 3000 : 50) }
}

/**
 * `shared_buffers` of PostgreSQL in megabytes: an eighth of the machine's memory, between 128 and 1024. The memory is used only as the
 * database grows into it.
 */
const bufferMb = (): number => Math.min(1024, Math.max(128, Math.floor(totalmem() / 8 / 2 ** 20)))

const settingsOf = (place: ClusterPlace): string[] => {
  const common = {
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '100',
    shared_buffers: place.durable ? `${bufferMb()}MB` : '128MB',
    jit: 'off',
    password_encryption: 'scram-sha-256',
  }
  const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  return Object.entries({ ...common, ...(place.durable ? {} : quick) }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const untilReady = async (url: string, alive: () => boolean, logFile: string): Promise<void> => {
  let last: unknown
  // Recovery after a crash may take long; a dead process is noticed at once.
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    if (!alive()) throw new Error(`PostgreSQL ended while starting. Its log (${logFile}) says: ${await tail(logFile)}`)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      return
    } catch (error) {
      last = error
      if (isWrongPassword(error)) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
    await sleep(20)
  }
  throw new Error(`PostgreSQL did not answer within two minutes (${String(last)}). Its log is ${logFile}`)
}

/** Whether PostgreSQL rejected the user or the password. */
export const isWrongPassword = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '28P01' || error.code === '28000')

const tail = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8').catch(() => '')).trim().split('\n').slice(-6).join(' | ')

const stopChild = async (child: ChildProcess, ended: Promise<void>, alive: () => boolean, patience: number): Promise<void> => {
  // In stages: wait for sessions that are just closing (SIGTERM), end them and shut down cleanly (SIGINT), exit at once (SIGQUIT), which
  // costs a recovery at the next start but no data.
  const at = (signal: NodeJS.Signals, ms: number) => setTimeout(() => alive() && child.kill(signal), ms)
  const timers = [at('SIGTERM', 0), at('SIGINT', patience), at('SIGQUIT', 60_000)]
  await ended
  timers.forEach(clearTimeout)
}

const idsOf = (user: ProcessUser | undefined): { uid?: number; gid?: number } => (user ? { uid: user.uid, gid: user.gid } : {})

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail).listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
