import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about work in the background. */
export const jobNotices = {
  kinds: { job_ended: { zh: '后台任务结束', en: 'A background task has ended', tone: 'plain' } },
  targets: { backgroundJob: { zh: '后台任务', en: 'Background task' } },
} as const satisfies NoticeFacts
