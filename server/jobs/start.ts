import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type Task } from 'graphile-worker'
import pg from 'pg'
import type { ContentStore } from '#server/kit/content-store.ts'
import type { Job } from '#server/kit/job.ts'
import { ownJobs } from './own-jobs.ts'

/** How long jobs may run on when the program stops; after that they return to the queue for any running process. */
const abortMs = 3000
/** How long connections may take to end. */
const endMs = 500

/** Abandons work when its signal aborts; its transaction ends with the connection. */
const until = async (signal: AbortSignal | undefined, work: Promise<void>): Promise<void> => {
  if (!signal) return work
  let stop = (): void => {}
  const stopped = new Promise<never>((_, fail) => {
    stop = () => fail(new Error('the program stops'))
    signal.addEventListener('abort', stop)
  })
  try {
    await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Starts timed jobs and jobs that follow a commit, on a connection of the jobs role. Any number of processes share it. */
export async function startJobs(
  url: string,
  contents: ContentStore,
  log: FastifyBaseLogger,
  ofModules: readonly Job[],
): Promise<{ stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  pool.on('error', (error) => log.error({ err: error }, 'jobs'))
  const jobs = [...ownJobs, ...ofModules]
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    preset: { worker: { gracefulShutdownAbortTimeout: abortMs } },
    logger: new Logger(() => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message)),
    taskList: Object.fromEntries(
      jobs.map(({ name, run: work }): [string, Task] => [name, (_, { abortSignal }) => until(abortSignal, work({ pool, contents }))]),
    ),
    crontab: jobs.map(({ cron, name }) => `${cron} ${name}`).join('\n'),
  })
  return {
    async stop() {
      await runner.stop()
      // Work that was let go still holds its connection, which ends with the process.
      await Promise.race([pool.end(), sleep(endMs, undefined, { ref: false })])
    },
  }
}
