import type { NoticeFacts } from '../../kit/area.ts'

/** Notices about quality control. */
export const qualityNotices = {
  kinds: {
    quality_due: { zh: '质控即将到期', en: 'Quality control is due soon', tone: 'warn' },
    quality_overdue: { zh: '质控已逾期', en: 'Overdue quality control', tone: 'bad' },
    quality_failed: { zh: '质控不合格，设备停用', en: 'Quality control failed. Do not use the device', tone: 'bad' },
  },
  targets: {
    qualityCard: { zh: '质控台账', en: 'Quality control schedule' },
    qualityControl: { zh: '质控记录', en: 'Quality control record' },
  },
} as const satisfies NoticeFacts
