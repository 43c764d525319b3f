import type { Job } from '#server/kit/jobs/job.ts'
import { clearContents } from './clear-contents.ts'
import { foldCounts } from './fold-counts.ts'
import { keepLogMonths } from './log-months.ts'
import { purge } from './purge.ts'

/** The timed work that belongs to no module. */
export const ownJobs: readonly Job[] = [
  { name: 'foldCounts', zh: '汇总计数', en: 'Update counts', cron: '* * * * *', run: ({ pool }) => foldCounts(pool) },
  { name: 'purge', zh: '清理过期数据', en: 'Delete expired data', cron: '17 3 * * *', run: ({ pool }) => purge(pool) },
  {
    name: 'logMonths',
    zh: '整理日志月份',
    en: 'Maintain log partitions',
    cron: '7 3 * * *',
    run: async ({ pool }) => void (await keepLogMonths(pool)),
  },
  {
    name: 'clearContents',
    zh: '清理不用的文件',
    en: 'Delete unused files',
    cron: '43 3 * * *',
    run: ({ pool, contents }) => clearContents(pool, contents),
  },
]
