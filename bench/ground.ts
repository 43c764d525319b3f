import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'vite'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { openPool } from '#server/db/pool.ts'
import { foldCounts } from '#server/jobs/fold-counts.ts'
import { tryAddress } from '#server/runtime/listen.ts'
import { prepareDatabase } from '#server/runtime/prepare.ts'
import { ask } from './load.ts'
import { password, seedTenant, settle } from './seed.ts'

export const tenants = { large: '200001', small: '200002' } as const

/** Where the server is built to. */
export const bundle = 'node_modules/.cache/wardkeeper-bench/server'

/** Folder of a seeded database: the one given when it holds one already, else new. `cards`: cards of the large tenant. */
export async function seededHome(given: string | undefined, cards: number): Promise<string> {
  const home = given ?? (await mkdtemp(join(tmpdir(), 'wardkeeper-bench-')))
  if (existsSync(join(home, 'postgres'))) return home
  await mkdir(home, { recursive: true })
  await chmod(home, 0o711)
  const database = await startEmbedded(home, processUser())
  const pool = openPool(database.appUrl, 2)
  try {
    await prepareDatabase(database, pool, false, () => Promise.resolve('bench'))
    for (const [tenant, count] of [
      [tenants.large, cards],
      [tenants.small, Math.ceil(cards / 20)],
    ] as const)
      console.log(`tenant ${tenant}: ${count} cards in ${(await seedTenant(database.appUrl, tenant, count)).toFixed(1)} s`)
    // As the program does every minute: until then each count adds up what every saving has counted.
    await foldCounts(pool)
    await settle(database.superUrl)
  } finally {
    await pool.end()
    await database.stop()
  }
  return home
}

/** The program as it is started in production, on a seeded database. */
export interface Program {
  readonly port: number
  readonly pid: number
  readonly postmaster: number
  /** Access token of a person of the large tenant. */
  signIn(account: string): Promise<string>
  stop(): Promise<void>
}

/** Builds the server as `npm run build` does, into a folder of its own. */
export async function buildServer(): Promise<void> {
  await build({ configFile: 'vite.server.config.ts', logLevel: 'error', build: { outDir: bundle, emptyOutDir: true } })
  cpSync('server/db/migrations', `${bundle}/migrations`, { recursive: true })
}

/** Starts a built server in a separate process; `profile` names a folder for its CPU profile. */
export async function startProgram(home: string, server = bundle, profile?: string): Promise<Program> {
  const port = await tryAddress('127.0.0.1', 0)
  const flags = profile ? ['--cpu-prof', '--cpu-prof-dir', profile, '--cpu-prof-interval', '500'] : []
  const child = spawn(process.execPath, [...flags, `${server}/main.js`], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: home,
      PORT: String(port),
      RATE_LIMIT: '0',
      LOG_LEVEL: 'warn',
      MQTT_PORT: process.env.MQTT_PORT ?? '0',
      ADMIN_PASSWORD: 'bench',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(child, port)
  const postmaster = Number(readFileSync(join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    port,
    pid: child.pid!,
    postmaster,
    async signIn(account) {
      const digest = createHash('sha256').update(password).digest('hex')
      const query = new URLSearchParams({
        tenantId: tenants.large,
        username: account,
        password: digest,
        grant_type: 'password',
        scope: 'all',
        type: 'account',
      })
      return (await ask<{ access_token: string }>(port, '', { path: `/api/osm/auth/oauth/token?${query}`, body: '{}' })).access_token
    },
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done())
        child.kill('SIGTERM')
      }),
  }
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    try {
      await ask(port, '', { path: '/api/openapi.json' })
      return
    } catch {
      await sleep(50)
    }
  }
}

/** Removes a folder that `seededHome` made. */
export const removeHome = (home: string): Promise<void> => rm(home, { recursive: true, force: true })
