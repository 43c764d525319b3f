import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { openPool } from '#server/db/pool.ts'
import type { Tools } from '#server/kit/context.ts'
import { timedJobs } from '#server/kit/jobs/job.ts'
import type { JobFigures } from './figures.ts'
import { startRunner } from './runner.ts'

/** Connections of the jobs role in a process: timed jobs, and looking for the next. */
const connections = 3
/** How long connections may take to end. */
const endMs = 500

/**
 * Starts the work in the background: what people have started, as the application's role, and with `url`, the address of the jobs role, timed jobs. Any
 * number of processes share it.
 */
export async function startJobs(
  tools: Tools,
  url: string | undefined,
  log: FastifyBaseLogger,
  figures: JobFigures,
): Promise<{ stop(): Promise<void> }> {
  const pool = url === undefined ? undefined : openPool(url, connections)
  const runner = startRunner({
    tools,
    log,
    figures,
    ...(pool ? { timed: { tools: { ...tools, pool }, jobs: timedJobs } } : {}),
  })
  return {
    async stop() {
      await runner.stop()
      // Work that was let go still holds its connection, which ends with the process.
      if (pool) await Promise.race([pool.end(), sleep(endMs, undefined, { ref: false })])
    },
  }
}
