import { entity } from '../../../kit/entity/entity.ts'
import { machine } from '../../../kit/entity/machine.ts'
import { ids, link, money } from '../../../kit/fields/field.ts'
import { invoiceBeside, invoiceCharge, invoiceCourse, invoiceHead, invoiceSteps } from './invoice-shape.ts'

/** What a supplier charges for an order. */
export const purchaseInvoice = entity('purchaseInvoice', {
  zh: '采购发票',
  en: 'Purchase invoice',
  many: 'Purchase invoices',
  module: 'supply',
  path: '/eam/purchase-invoice',
  title: 'invoiceNo',
  called: ['supplier', 'invoiceDate'],
  table: 'tenant',
  peek: true,
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'order' },
  columns: ['invoiceNo', 'invoiceState', 'supplier', 'order', 'invoiceDate', 'amount', 'agreedTotal', 'difference'],
  sort: { by: 'createTime', descending: true },
  editable: { invoiceState: ['draft'] },
  removable: { invoiceState: ['draft'] },
  lines: [
    {
      zh: '发票明细',
      en: 'Lines',
      entity: 'purchaseInvoiceLine',
      by: 'invoice',
      as: 'lines',
      order: 'place',
      max: 200,
      once: ['orderLine'],
      totals: { lineCount: [], linesTotal: ['quantity', 'unitPrice'] },
      hint: {
        zh: '不填则带出订单已到货、尚未开票的明细；单价含税',
        en: 'Left empty, what arrived of the order and is on no invoice is filled in; prices include tax',
      },
    },
  ],
  fields: {
    ...invoiceHead,
    order: link({ zh: '采购订单', en: 'Purchase order', to: 'purchaseOrder', required: true, list: true }),
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', readOnly: true, list: true }),
    ...invoiceCharge,
    /** The instalments of the order that are paid with it. */
    instalments: ids({ zh: '结算的分期付款', en: 'Instalments it settles', to: 'purchaseInstalment', max: 36 }),
    dept: link({ zh: '申报科室', en: 'Department', to: 'dept', readOnly: true }),
    ...invoiceBeside,
    priceDifference: money({ zh: '单价差异', en: 'Price difference', readOnly: true }),
    missingAmount: money({ zh: '未到货金额', en: 'Amount not received', readOnly: true }),
    settledTotal: money({ zh: '分期付款合计', en: 'Instalments settled', readOnly: true }),
    /** What is paid with the invoice beside its instalments. */
    directTotal: money({ zh: '分期以外金额', en: 'Beside instalments', readOnly: true }),
    ...invoiceCourse,
  },
})

/** From the draft to the payment. */
export const purchaseInvoicing = machine(purchaseInvoice, 'invoiceState', {
  ...invoiceSteps('purchaseInvoice.submit', 'purchaseInvoice.differ', 'purchaseInvoice.approve'),
  settle: {
    from: ['approved'],
    to: 'paid',
    zh: '分期付清',
    en: 'Instalments paid',
    inner: true,
    input: { paidOn: { ...invoiceCourse.paidOn, list: false, readOnly: false } },
  },
})
