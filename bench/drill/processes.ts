import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { processUser } from '#server/db/cluster/process-user.ts'

/** A process of the drill. */
export interface Running {
  readonly name: string
  readonly pid: number
  /** Resolves with the exit code once it has ended. */
  readonly ended: Promise<number | null>
  said(): string
  signal(signal: NodeJS.Signals): void
}

const all: Running[] = []

/** Starts a process; `as` runs it as PostgreSQL's user where the drill itself runs as root. */
export function run(
  name: string,
  command: string,
  args: readonly string[],
  options: { env?: Record<string, string>; asPostgres?: boolean; cwd?: string } = {},
): Running {
  const user = options.asPostgres ? processUser() : undefined
  const child: ChildProcess = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.cwd ? { cwd: options.cwd } : {}),
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => {
      text = (text + part.toString()).slice(-4_000)
    })
  const ended = new Promise<number | null>((done) => {
    child.once('error', (error) => {
      text += error.message
      done(-1)
    })
    child.once('close', done)
  })
  const running: Running = {
    name,
    pid: child.pid ?? 0,
    ended,
    said: () => text,
    signal: (signal) => void (child.exitCode === null && child.signalCode === null && child.kill(signal)),
  }
  all.push(running)
  return running
}

/** Runs a command to its end; throws with its words when it fails. */
export async function command(name: string, file: string, args: readonly string[], options: Parameters<typeof run>[3] = {}): Promise<void> {
  const running = run(name, file, args, options)
  const code = await running.ended
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${running.said().trim()}`)
}

/** Ends what the drill has started, the last first, each with its own signal for an orderly end. */
export async function endAll(): Promise<void> {
  for (const running of all.splice(0).reverse()) {
    running.signal(running.name.startsWith('postgres') || running.name === 'pgbouncer' ? 'SIGINT' : 'SIGTERM')
    await Promise.race([running.ended, sleep(20_000)])
    running.signal('SIGKILL')
  }
}

/** Waits until a port of this machine takes connections. */
export async function listening(port: number, running: Running, withinMs = 60_000): Promise<void> {
  const until = Date.now() + withinMs
  let isOver: number | null | undefined
  void running.ended.then((code) => (isOver = code))
  for (;;) {
    const isOpen = await new Promise<boolean>((done) => {
      const socket = createConnection({ host: '127.0.0.1', port }, () => {
        socket.destroy()
        done(true)
      })
      socket.once('error', () => done(false))
    })
    if (isOpen) return
    if (isOver !== undefined) throw new Error(`${running.name} ended with ${isOver}: ${running.said().trim()}`)
    if (Date.now() > until) throw new Error(`${running.name} does not listen on ${port}: ${running.said().trim()}`)
    await sleep(50)
  }
}

const versions = ['15', '16', '17', '18']

/** Programs of Debian: PostgreSQL's folder, nginx and pgbouncer. Root installs what is missing. */
export function findPrograms(): { postgres: string; nginx: string; pgbouncer: string } {
  const find = () => ({
    postgres: versions.map((version) => `/usr/lib/postgresql/${version}/bin`).find((bin) => existsSync(`${bin}/postgres`)),
    nginx: ['/usr/sbin/nginx', '/usr/bin/nginx'].find((file) => existsSync(file)),
    pgbouncer: ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file)),
  })
  const wanted = { postgres: 'postgresql-15', nginx: 'nginx-light', pgbouncer: 'pgbouncer' } as const
  const missing = Object.entries(find()).flatMap(([name, found]) => (found ? [] : [wanted[name as keyof typeof wanted]]))
  if (missing.length > 0) {
    console.log(`installing ${missing.join(', ')}`)
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { stdio: 'inherit' })
  }
  const { postgres, nginx, pgbouncer } = find()
  if (!postgres || !nginx || !pgbouncer) throw new Error(`The drill needs ${missing.join(', ')}: install them as root.`)
  return { postgres, nginx, pgbouncer }
}
