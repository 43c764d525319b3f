import type { Words } from './words.ts'

/** The states of work in the background; the last three are ends. */
export const jobStates = {
  waiting: { zh: '等待中', en: 'Waiting', tone: 'plain' },
  working: { zh: '进行中', en: 'In progress', tone: 'busy' },
  done: { zh: '已完成', en: 'Done', tone: 'good' },
  failed: { zh: '失败', en: 'Failed', tone: 'bad' },
  cancelled: { zh: '已取消', en: 'Cancelled', tone: 'plain' },
} as const satisfies Record<string, Words & { tone: string }>

export type JobState = keyof typeof jobStates

/** Days that the row of an ended job, its result file and the row of a timed job are kept. */
export const jobDays = { row: 30, file: 7, timed: 1 } as const

/** An export of more rows is made in the background. */
export const mostDirectRows = 10_000

/** A PDF of more labels is made in the background. */
export const mostDirectLabels = 500
