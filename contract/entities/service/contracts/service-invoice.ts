import { entity } from '../../../kit/entity/entity.ts'
import { link } from '../../../kit/fields/field.ts'
import { invoiceBeside, invoiceCharge, invoiceCourse, invoiceHead } from '../../supply/invoices/invoice-shape.ts'

/** What a provider charges for repairs, maintenance and contracts. */
export const serviceInvoice = entity('serviceInvoice', {
  zh: '服务发票',
  en: 'Service invoice',
  many: 'Service invoices',
  module: 'service',
  path: '/eam/service-invoice',
  title: 'invoiceNo',
  called: ['supplier', 'invoiceDate'],
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { dept: 'dept' },
  columns: ['invoiceNo', 'invoiceState', 'supplier', 'invoiceDate', 'amount', 'agreedTotal', 'difference'],
  sort: { by: 'createTime', descending: true },
  editable: { invoiceState: ['draft'] },
  removable: { invoiceState: ['draft'] },
  lines: [
    {
      zh: '发票明细',
      en: 'Lines',
      entity: 'serviceInvoiceLine',
      by: 'invoice',
      as: 'lines',
      order: 'place',
      max: 200,
      required: true,
      totals: { lineCount: [], linesTotal: ['amount'] },
      hint: {
        zh: '每行填一张维修工单、一张保养工单或一期合同付款，金额含税',
        en: 'Each line names a repair order, a maintenance order or a contract instalment; amounts include tax',
      },
    },
  ],
  fields: {
    ...invoiceHead,
    /** Also one that is inactive by now: it charges what it did before. */
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', required: true, list: true, past: true }),
    ...invoiceCharge,
    dept: link({ zh: '归口科室', en: 'Managing department', to: 'dept' }),
    ...invoiceBeside,
    ...invoiceCourse,
  },
})
