import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { scratchFolder } from '#tests/harness/scratch.ts'

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
  /** Ends it as its administrator does; its data stays. */
  end(): Promise<void>
  /** Ends it and removes its data. */
  stop(): Promise<void>
}

type Env = Readonly<Record<string, string>>

const startProgram = (dataDir: string, port: string | undefined, more: Env): Promise<{ child: ChildProcess; url: string }> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        DEMO: 'on',
        LOG_LEVEL: 'warn',
        MQTT_PORT: '0',
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

/** Copies a folder with the owners of its files: PostgreSQL refuses data of another user. */
const copyTree = (from: string, to: string): Promise<void> =>
  new Promise((done, fail) => {
    const child = spawn('cp', ['-a', from, to], { stdio: 'inherit' })
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`cp ended with ${code}`))))
  })

/** A killed program leaves its PostgreSQL behind. */
const endLeftOver = async (dataDir: string): Promise<void> => {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (pid > 1) process.kill(pid, 'SIGQUIT')
  for (let tries = 0; pid > 1 && tries < 400 && existsSync(`/proc/${pid}`); tries++) await sleep(25)
}

/** A data folder with the demo in it, of a program that has ended; a run makes one and every program begins with a copy of it. */
const filledData = process.env.E2E_DATA

/**
 * Starts the built program on a free port with a data folder of its own and demo data; `more` settings beside. The folder is a copy of E2E_DATA where
 * that is given, and otherwise filled at the start.
 */
export const startServer = async (more: Env = {}): Promise<RunningServer> => {
  const home = await mkdtemp(join(scratchFolder(), 'wardkeeper-e2e-'))
  // mkdtemp closes the folder to everyone else, and root's PostgreSQL runs as another user.
  await chmod(home, 0o711)
  const dataDir = join(home, '.data')
  if (filledData && more.DEMO !== 'off') {
    await copyTree(filledData, dataDir)
    // Programs that start at the same time would all take the port of the program that filled the folder.
    await rm(join(dataDir, 'last-port'), { force: true })
  }
  let { child, url } = await startProgram(dataDir, undefined, more)
  const end = async (): Promise<void> => {
    await gone(child, 'SIGTERM')
    await endLeftOver(dataDir)
  }
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
    end,
    stop: async () => {
      await end()
      await rm(home, { recursive: true, force: true })
    },
  }
}
