import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base } from '@playwright/test'
import { scratchFolder } from '#tests/harness/scratch.ts'
import { outOfTime } from '../../scripts/test/browser-parts.ts'

/** The built program, running with its own demo data. */
export interface RunningServer {
  url: string
  /** Where its data lies. */
  dataDir: string
  pid: number
  /** Ends the program as a crash would; its data stays. */
  kill(): Promise<void>
  /** Starts it again at the same address on the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Password of `admin` at the program of the hospital `empty`, which starts without demo data. */
export const firstAdminPassword = 'Right-Horse-7'

/** The whole run has a limit, and tests that would begin behind it are skipped and named. */
const latestBegin = Number(process.env.E2E_UNTIL ?? Number.POSITIVE_INFINITY)

type Env = Readonly<Record<string, string>>

const startProgram = (dataDir: string, port: string | undefined, more: Env): Promise<{ child: ChildProcess; url: string }> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        DEMO: 'on',
        LOG_LEVEL: 'warn',
        WARDKEEPER_TEST_FAULTS: 'on',
        ...(port ? { PORT: port } : {}),
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      // The last line of the announcement: everything before it has been printed.
      if (url && said.includes('Ctrl-C')) done({ child, url })
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => fail(new Error(`The program ended with ${code} before it answered:\n${said}`)))
  })

const gone = (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill(signal)
  })

/** A killed program leaves its PostgreSQL behind. */
const endLeftOver = async (dataDir: string): Promise<void> => {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (pid > 1) process.kill(pid, 'SIGQUIT')
  for (let tries = 0; pid > 1 && tries < 400 && existsSync(`/proc/${pid}`); tries++) await sleep(25)
}

/** Starts the built program on a free port with an empty data folder of its own and demo data; `more` settings beside. */
export const startServer = async (more: Env = {}): Promise<RunningServer> => {
  const home = await mkdtemp(join(scratchFolder(), 'wardkeeper-e2e-'))
  // mkdtemp closes the folder to everyone else, and root's PostgreSQL runs as another user.
  await chmod(home, 0o711)
  const dataDir = join(home, '.data')
  let { child, url } = await startProgram(dataDir, undefined, more)
  return {
    url,
    dataDir,
    get pid() {
      return child.pid ?? 0
    },
    kill: () => gone(child, 'SIGKILL'),
    restart: async () => {
      await gone(child, 'SIGTERM')
      ;({ child, url } = await startProgram(dataDir, new URL(url).port, more))
    },
    stop: async () => {
      await gone(child, 'SIGTERM')
      await endLeftOver(dataDir)
      await rm(home, { recursive: true, force: true })
    },
  }
}

/**
 * Playwright's test with one running program per worker; `baseURL` is its address. A file whose data would slow others down names
 * a separate `hospital` and gets a separate program; those that begin with `empty` are without demo data.
 */
export const test = base.extend<{ tidy: undefined }, { hospital: string; server: RunningServer }>({
  // Pages that a test leaves open would keep sending requests during the next one.
  tidy: [
    async ({ browser }, use, info) => {
      info.skip(Date.now() > latestBegin, outOfTime)
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  hospital: ['shared', { scope: 'worker', option: true }],
  server: [
    // The worker belongs to one hospital; only `empty…` says more than that.
    async ({ hospital }, use) => {
      const server = await startServer(hospital.startsWith('empty') ? { DEMO: 'off', ADMIN_PASSWORD: firstAdminPassword } : {})
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})
