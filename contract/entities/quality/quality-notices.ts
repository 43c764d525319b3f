import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about quality control and statutory inspections. */
export const qualityNotices = {
  kinds: {
    quality_due: { zh: '质控即将到期', en: 'Quality control is due soon', tone: 'warn' },
    quality_overdue: { zh: '质控已逾期', en: 'Overdue quality control', tone: 'bad', waits: true },
    quality_failed: { zh: '质控不合格，设备停用', en: 'Quality control failed. Do not use the device', tone: 'bad' },
    recall_stopped: { zh: '厂家召回，请停止使用设备', en: 'Manufacturer recall. Stop using the device', tone: 'bad' },
    recall_found: { zh: '厂家召回涉及的设备', en: 'Devices affected by a manufacturer recall', tone: 'warn' },
    statutory_due_90: { zh: '法定检验 90 天内到期', en: 'Statutory inspection due within 90 days', tone: 'warn' },
    statutory_due_60: { zh: '法定检验 60 天内到期', en: 'Statutory inspection due within 60 days', tone: 'warn' },
    statutory_due_30: { zh: '法定检验 30 天内到期', en: 'Statutory inspection due within 30 days', tone: 'warn' },
    statutory_overdue: { zh: '法定检验已过期', en: 'Overdue statutory inspection', tone: 'bad', waits: true },
    statutory_failed: { zh: '法定检验不合格，设备停用', en: 'Statutory inspection failed. Do not use the device', tone: 'bad' },
  },
  targets: {
    qualityCard: { zh: '质控台账', en: 'Quality control schedule' },
    qualityControl: { zh: '质控记录', en: 'Quality control record' },
    recall: { zh: '厂家召回', en: 'Manufacturer recall' },
    statutoryCard: { zh: '法定检验台账', en: 'Statutory inspection ledger' },
    statutoryInspection: { zh: '法定检验记录', en: 'Statutory inspection record' },
  },
} as const satisfies NoticeFacts
