import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about the week of a department. */
export const reportNotices = {
  kinds: { week_report: { zh: '科室周报', en: 'Weekly report', tone: 'plain' } },
  targets: { noticeReport: { zh: '科室周报', en: 'Weekly report' } },
} as const satisfies NoticeFacts
