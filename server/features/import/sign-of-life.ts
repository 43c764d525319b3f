import type pg from 'pg'
import { openPool, writeAs } from '#server/db/pool.ts'
import { aliveJob } from './job-rows.ts'

export interface SignOfLife {
  /** Says that the work goes on and how far it is, unless it is being said already. */
  say(progress: number | null): Promise<void>
  end(): Promise<void>
}

/**
 * The sign of life of one import, on a connection of its own: it goes on while the work holds its last transaction open and while requests keep every
 * connection of the program busy. `onFault` hears why a sign was not given.
 */
export function signOfLife(pool: pg.Pool, tenantId: string, jobId: string, onFault: (error: unknown) => void): SignOfLife {
  const own = openPool(String(pool.options.connectionString), 1)
  let saying: Promise<void> | undefined
  return {
    say(progress) {
      saying ??= writeAs(own, tenantId, (tx) => tx.run(aliveJob(tenantId, jobId, progress)))
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
