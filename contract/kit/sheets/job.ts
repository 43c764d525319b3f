import type { Words } from '../words.ts'

/** The states of a background job; the last three are final. */
export const jobStates = {
  waiting: { zh: '等待中', en: 'Waiting', tone: 'plain' },
  working: { zh: '进行中', en: 'In progress', tone: 'busy' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const satisfies Record<string, Words & { tone: string }>

export type JobState = keyof typeof jobStates

/** Days after which an ended job, its result file, and a timed job's row are deleted. */
export const jobDays = { row: 30, file: 7, timed: 1 } as const

/** Exports with more rows become background jobs. */
export const mostDirectRows = 10_000

/** PDFs with more labels become background jobs. */
export const mostDirectLabels = 500
