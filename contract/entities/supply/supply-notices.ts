import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about suppliers. */
export const supplyNotices = {
  kinds: { qualification_expiring: { zh: '供应商资质即将到期', en: 'A supplier qualification expires soon', tone: 'bad' } },
  targets: { supplierQualification: { zh: '供应商资质', en: 'Supplier qualification' } },
} as const satisfies NoticeFacts
