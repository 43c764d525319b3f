import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about adverse events. */
export const adverseNotices = {
  kinds: {
    adverse_submitted: { zh: '不良事件待审核', en: 'Adverse event to review', tone: 'warn', waits: true },
    adverse_returned: { zh: '不良事件被退回修改', en: 'Adverse event returned for changes', tone: 'warn', waits: true },
    adverse_reported: { zh: '不良事件已上报', en: 'Adverse event reported', tone: 'good' },
    adverse_due: { zh: '不良事件上报即将到期', en: 'Adverse event report is due soon', tone: 'warn' },
    adverse_overdue: { zh: '不良事件上报已逾期', en: 'Overdue adverse event report', tone: 'bad', waits: true },
  },
  targets: { adverseEvent: { zh: '医疗器械不良事件', en: 'Adverse event' } },
} as const satisfies NoticeFacts
