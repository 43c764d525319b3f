import type pg from 'pg'
import type { ContentStore } from './content-store.ts'

/** What a job works with. */
export interface JobTools {
  readonly pool: pg.Pool
  readonly contents: ContentStore
}

/** Timed work; one process at a time does it. */
export interface Job {
  readonly name: string
  /** When it runs, in the five fields of cron (UTC). */
  readonly cron: string
  run(tools: JobTools): Promise<void>
}
