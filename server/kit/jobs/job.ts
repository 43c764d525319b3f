import type pg from 'pg'
import type { Words } from '#contract/kit/words.ts'
import type { Tools } from '../context.ts'

/** Dependencies of a timed job. */
export interface JobTools extends Pick<Tools, 'contents' | 'secrets' | 'reachable' | 'publicUrl'> {
  /** Database connections of the jobs role. */
  readonly pool: pg.Pool
  /** The moment at which the run began. Days that a job compares with are days of this moment (`homeDay`), never of the database's clock. */
  readonly now: Date
}

/**
 * A timed job; only one process runs it at a time. If no process was running at the scheduled time, the job runs once later, also for
 * several missed times. It may run again after its process was killed, so it must be idempotent.
 */
export interface Job extends Words {
  readonly name: string
  /** The schedule: five cron fields, in the time zone of the installation. */
  readonly cron: string
  run(tools: JobTools): Promise<void>
}

/** The timed jobs by name. */
export const timedJobs = new Map<string, Job>()

/** The kind of a timed job's runs in the queue. */
export const timedKind = (name: string): string => `timed.${name}`

/** The timed job of a kind; undefined for other kinds of jobs. */
export const timedOf = (kind: string): Job | undefined => (kind.startsWith('timed.') ? timedJobs.get(kind.slice(6)) : undefined)
