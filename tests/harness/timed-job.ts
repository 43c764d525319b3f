import type pg from 'pg'
import type { Job } from '#server/kit/jobs/job.ts'

/** Runs a timed job once on the connections of the jobs role, as if the clock showed `now`. */
export const runTimedJob = (job: Job, pool: pg.Pool, now = new Date()): Promise<void> =>
  job.run({ pool, now, contents: undefined as never, secrets: undefined as never })
