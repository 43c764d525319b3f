import { entity } from '../../../kit/entity/entity.ts'
import { integer, link, money, text } from '../../../kit/fields/field.ts'

/** What an invoice charges for one order or one instalment. */
export const serviceInvoiceLine = entity('serviceInvoiceLine', {
  zh: '服务发票明细',
  en: 'Service invoice line',
  many: 'Service invoice lines',
  module: 'service',
  path: '/eam/service-invoice-line',
  title: 'lineName',
  called: ['invoice'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'invoice' },
  columns: ['lineName', 'invoice', 'amount', 'agreedAmount'],
  emptyAdvice: { zh: '在服务发票中填写', en: 'They are entered in service invoices' },
  fields: {
    invoice: link({ zh: '服务发票', en: 'Service invoice', to: 'serviceInvoice', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    lineName: text({ zh: '收费单据', en: 'Charged document', readOnly: true, list: true, search: true, max: 120 }),
    repairOrder: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder' }),
    maintainOrder: link({ zh: '保养工单', en: 'Maintenance order', to: 'maintainOrder' }),
    instalment: link({ zh: '合同付款', en: 'Contract instalment', to: 'contractInstalment' }),
    amount: money({ zh: '金额', en: 'Amount', required: true, list: true, min: 0.01 }),
    /** The provider cost of the order, or the amount of the instalment, when the invoice was saved or matched. */
    agreedAmount: money({ zh: '约定金额', en: 'Agreed amount', readOnly: true, list: true }),
    moreReason: text({ zh: '超出约定的原因', en: 'Reason for more than agreed', list: true, max: 200 }),
  },
})
