import type { NoticeFacts } from '../../../kit/module.ts'

/** Notices about reports by label. */
export const labelNotices = {
  kinds: { label_reported: { zh: '扫码报修，请接手', en: 'Label report: please take over', tone: 'bad', waits: true } },
  targets: { labelReport: { zh: '扫码报修单', en: 'Label report' } },
} as const satisfies NoticeFacts
