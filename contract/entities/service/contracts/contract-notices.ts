import type { NoticeFacts } from '../../../kit/module.ts'

/** Notices about service contracts. */
export const contractNotices = {
  kinds: {
    contract_ends: { zh: '维保合同即将到期', en: 'A service contract ends soon', tone: 'warn' },
    contract_pay_due: { zh: '维保合同付款即将到期', en: 'A contract payment is due soon', tone: 'busy' },
    contract_pay_overdue: { zh: '维保合同付款已逾期', en: 'A contract payment is overdue', tone: 'bad' },
  },
  targets: { serviceContract: { zh: '维保合同', en: 'Service contract' } },
} as const satisfies NoticeFacts
