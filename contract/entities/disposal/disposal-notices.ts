import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about disposals. */
export const disposalNotices = {
  kinds: {
    disposal_declared: { zh: '处置申报待鉴定', en: 'A disposal awaits appraisal', tone: 'busy', waits: true },
    disposal_in_approval: { zh: '处置申请待审批', en: 'A disposal awaits approval', tone: 'warn', waits: true },
    disposal_approved: { zh: '处置申请已批准', en: 'A disposal was approved', tone: 'good' },
    disposal_rejected: { zh: '处置申请被驳回', en: 'A disposal was rejected', tone: 'bad' },
    disposal_executed: { zh: '设备已处置，请财务核销', en: 'Devices were disposed of and need writing off', tone: 'warn' },
  },
  targets: { deviceDisposal: { zh: '处置申请', en: 'Disposal' } },
} as const satisfies NoticeFacts
