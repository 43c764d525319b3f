import { serviceContract } from '../entities/service/contracts/service-contract.ts'
import { serviceInvoice } from '../entities/service/contracts/service-invoice.ts'
import type { HomeFigure } from '../kit/entity/home.ts'

/** Service contracts and invoices on the first page. */
export const contractFigures: readonly HomeFigure[] = [
  {
    name: 'contract.ends',
    of: serviceContract,
    page: '/eam/service-contract',
    kind: 'warn',
    zh: '维保合同 60 天内到期',
    en: 'Service contracts that end within 60 days',
    where: { contractState: 'active', validUntil_ge: '_today', validUntil_le: '_today+60' },
    tone: 'warn',
    hint: { zh: '今天起 60 天内到期的维保合同', en: 'Service contracts whose last day is within the next 60 days' },
  },
  {
    name: 'contract.invoices',
    of: serviceInvoice,
    page: '/eam/service-invoice',
    kind: 'processed',
    zh: '待审核的服务发票',
    en: 'Service invoices to approve',
    has: ['serviceInvoice.approve'],
    where: { invoiceState: 'matched,differs' },
    tone: 'warn',
    hint: { zh: '已核对，等其他人审核', en: 'Matched, and waiting for the approval of another person' },
  },
]
