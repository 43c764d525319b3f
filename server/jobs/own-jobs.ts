import type { Job } from '#server/kit/job.ts'
import { clearContents } from './clear-contents.ts'
import { foldCounts } from './fold-counts.ts'
import { purge } from './purge.ts'

/** The timed work that belongs to no module. */
export const ownJobs: readonly Job[] = [
  { name: 'foldCounts', cron: '* * * * *', run: ({ pool }) => foldCounts(pool) },
  { name: 'purge', cron: '17 3 * * *', run: ({ pool }) => purge(pool) },
  { name: 'clearContents', cron: '43 3 * * *', run: ({ pool, contents }) => clearContents(pool, contents) },
]
