import type pg from 'pg'
import type { Words } from '#contract/kit/words.ts'
import type { Tools } from './context.ts'

/** What a timed job works with. */
export interface JobTools extends Pick<Tools, 'contents' | 'secrets' | 'reachable' | 'publicUrl'> {
  /** Connections of the jobs role. */
  readonly pool: pg.Pool
}

/**
 * Timed work; one process at a time does it. A moment that was missed because no process ran is made up for, several moments once. It may be begun again
 * after its process was killed, so it does nothing twice.
 */
export interface Job extends Words {
  readonly name: string
  /** When it runs, in the five fields of cron, in the time of the installation. */
  readonly cron: string
  run(tools: JobTools): Promise<void>
}

/** The timed jobs of the program, by name. */
export const timedJobs = new Map<string, Job>()

/** The kind of work that a timed job's runs are in the queue. */
export const timedKind = (name: string): string => `timed.${name}`

/** The timed job of a kind; undefined for other kinds of work. */
export const timedOf = (kind: string): Job | undefined => (kind.startsWith('timed.') ? timedJobs.get(kind.slice(6)) : undefined)
