import type { FastifyBaseLogger } from 'fastify'
import { Logger, run } from 'graphile-worker'
import pg from 'pg'
import type { ContentStore } from '#server/kit/content-store.ts'
import { clearContents } from './clear-contents.ts'
import { purge } from './purge.ts'

/** Starts the work that is timed or follows a commit, on a connection of its own role. Any number of processes share it. */
export async function startJobs(
  url: string,
  contents: ContentStore,
  log: FastifyBaseLogger,
  endLostImports: (pool: pg.Pool) => Promise<void>,
): Promise<{ stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  pool.on('error', (error) => log.error({ err: error }, 'jobs'))
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message)),
    taskList: { purge: () => purge(pool), clearContents: () => clearContents(pool, contents), endLostImports: () => endLostImports(pool) },
    crontab: '17 3 * * * purge\n43 3 * * * clearContents\n* * * * * endLostImports',
  })
  return {
    async stop() {
      await runner.stop()
      await pool.end()
    },
  }
}
