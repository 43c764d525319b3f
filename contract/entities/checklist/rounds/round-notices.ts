import type { NoticeFacts } from '../../../kit/module.ts'

/** Notices about rounds. */
export const roundNotices = {
  kinds: {
    round_assigned: { zh: '待您完成的巡检', en: 'A round was assigned to you', tone: 'warn', waits: true },
  },
  targets: { roundTask: { zh: '巡检任务', en: 'Round' } },
} as const satisfies NoticeFacts
