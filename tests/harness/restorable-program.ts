import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { type Embedded, startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { openPool } from '#server/db/pool.ts'
import { prepareDatabase } from '#server/runtime/prepare.ts'
import { readSettings } from '#server/settings.ts'

export interface Running {
  readonly url: string
  readonly pool: pg.Pool
  /** Another process on the same database. */
  second(): Promise<string>
}

/** The program with a built-in database of its own, which can be stopped, copied and restored as an operator does with the data folder. */
export interface RestorableProgram {
  start(): Promise<Running>
  stop(): Promise<void>
  /** Of a stopped program. */
  copy(): void
  putBack(): void
  remove(): Promise<void>
}

export async function restorableProgram(): Promise<RestorableProgram> {
  const home = await mkdtemp(join(tmpdir(), 'wardkeeper-restore-'))
  await chmod(home, 0o711)
  const user = processUser()
  let database: Embedded | undefined
  let pool: pg.Pool | undefined
  let apps: FastifyInstance[] = []
  const settings = readSettings({ NODE_ENV: 'test', RATE_LIMIT: '0', LOG_LEVEL: 'silent', DATA_DIR: home })
  const listen = async (on: pg.Pool): Promise<string> => {
    const app = await buildApp({ settings, pool: on })
    apps.push(app)
    return app.listen({ host: '127.0.0.1', port: 0 })
  }
  const stop = async (): Promise<void> => {
    for (const app of apps) await app.close()
    apps = []
    await pool?.end()
    await database?.stop()
    ;[pool, database] = [undefined, undefined]
  }
  return {
    async start() {
      // One program runs on a folder at a time: it would start its database again.
      await stop()
      const running = await startEmbedded(home, user)
      database = running
      const open = openPool(running.appUrl, 10)
      pool = open
      await prepareDatabase(running, open, true, () => Promise.reject(new Error('there is no terminal to ask at')))
      return { url: await listen(open), pool: open, second: () => listen(open) }
    },
    stop,
    copy: () => void execFileSync('cp', ['-a', join(home, 'postgres'), join(home, 'copy')]),
    putBack() {
      execFileSync('rm', ['-rf', join(home, 'postgres')])
      execFileSync('cp', ['-a', join(home, 'copy'), join(home, 'postgres')])
    },
    async remove() {
      await stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
