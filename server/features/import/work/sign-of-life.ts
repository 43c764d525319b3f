import type pg from 'pg'
import { openPool, writeAs } from '#server/db/pool.ts'
import { aliveJob } from './job-rows.ts'
import type { Begun } from './task.ts'

export interface SignOfLife {
  /** Writes heartbeat and progress, unless a write is in flight. */
  say(progress: number | null): Promise<void>
  end(): Promise<void>
}

/**
 * The heartbeat of one import, on its own connection: it continues while the work holds its last transaction open and while requests use every
 * connection of the pool. `onFault` gets the reason of a missed heartbeat.
 */
export function signOfLife(
  pool: pg.Pool,
  tenantId: string,
  task: Pick<Begun, 'jobId' | 'version'>,
  onFault: (error: unknown) => void,
): SignOfLife {
  const own = openPool(String(pool.options.connectionString), 1)
  let saying: Promise<void> | undefined
  return {
    say(progress) {
      saying ??= writeAs(own, tenantId, (tx) => tx.run(aliveJob(tenantId, task, progress)))
        .then(() => undefined, onFault)
        .finally(() => {
          saying = undefined
        })
      return saying
    },
    async end() {
      await saying
      await own.end()
    },
  }
}
