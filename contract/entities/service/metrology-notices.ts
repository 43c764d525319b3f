import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about metrology. */
export const metrologyNotices = {
  kinds: {
    measure_due: { zh: '计量即将到期', en: 'Metrology is due soon', tone: 'warn' },
    measure_overdue: { zh: '计量已过期', en: 'Overdue metrology', tone: 'bad', waits: true },
    measure_failed: { zh: '计量不合格，设备停用', en: 'Metrology failed. Do not use the device', tone: 'bad' },
  },
  targets: { measureCard: { zh: '计量台账', en: 'Metrology card' } },
} as const satisfies NoticeFacts
