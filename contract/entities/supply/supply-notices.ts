import type { NoticeFacts } from '../../kit/module.ts'

/** Notices about suppliers and orders. */
export const supplyNotices = {
  kinds: {
    qualification_expiring: { zh: '供应商资质即将到期', en: 'A supplier qualification expires soon', tone: 'bad' },
    instalment_due: { zh: '采购付款即将到期', en: 'A purchase payment is due soon', tone: 'busy' },
    instalment_overdue: { zh: '采购付款已逾期', en: 'A purchase payment is overdue', tone: 'bad' },
    arrival_waiting: { zh: '到货待验收', en: 'A delivery is to be accepted', tone: 'busy' },
  },
  targets: {
    supplierQualification: { zh: '供应商资质', en: 'Supplier qualification' },
    purchaseOrder: { zh: '采购订单', en: 'Purchase order' },
    orderArrival: { zh: '到货单', en: 'Arrival' },
  },
} as const satisfies NoticeFacts
