import { entity } from '../../../kit/entity/entity.ts'
import { date, integer, link, money, text } from '../../../kit/fields/field.ts'

const matching = { zh: '三单核对', en: 'Three-way match' }
const ledger = { zh: '记账', en: 'Ledger' }

/** What an invoice charges for a line of its order, held against what was ordered and received; and its row for the ledger. */
export const purchaseInvoiceLine = entity('purchaseInvoiceLine', {
  zh: '采购发票明细',
  en: 'Purchase invoice line',
  many: 'Purchase invoice lines',
  module: 'supply',
  path: '/eam/purchase-invoice-line',
  title: 'lineName',
  called: ['invoice'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'invoice' },
  columns: ['lineName', 'invoice', 'supplier', 'postedOn', 'quantity', 'unitPrice', 'amount', 'tax', 'netAmount'],
  emptyAdvice: { zh: '在采购发票中填写', en: 'They are entered in purchase invoices' },
  fields: {
    invoice: link({ zh: '采购发票', en: 'Purchase invoice', to: 'purchaseInvoice', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    orderLine: link({ zh: '订单明细', en: 'Order line', to: 'purchaseOrderLine', required: true }),
    lineName: text({ zh: '名称', en: 'Name', readOnly: true, list: true, search: true, max: 100 }),
    quantity: integer({ zh: '开票数量', en: 'Invoiced pieces', required: true, list: true, min: 1, max: 99999 }),
    unitPrice: money({ zh: '开票单价', en: 'Invoiced price', required: true, list: true, min: 0, perUnit: true }),
    amount: money({ zh: '金额', en: 'Amount', readOnly: true, list: true }),
    orderPrice: money({ zh: '订单单价', en: 'Ordered price', readOnly: true, list: true, perUnit: true, group: matching }),
    /** Received and on no other invoice. */
    receivedRest: integer({ zh: '已到未开票', en: 'Received, not invoiced', readOnly: true, list: true, group: matching }),
    priceDifference: money({ zh: '单价差异', en: 'Price difference', readOnly: true, list: true, group: matching }),
    /** Invoiced and not received yet. */
    missingQuantity: integer({ zh: '未到数量', en: 'Not received', readOnly: true, list: true, group: matching }),
    missingAmount: money({ zh: '未到金额', en: 'Amount not received', readOnly: true, list: true, group: matching }),
    order: link({ zh: '采购订单', en: 'Purchase order', to: 'purchaseOrder', readOnly: true, group: ledger }),
    /** Also ones that are inactive by now: the order was placed before. */
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', readOnly: true, past: true, list: true, group: ledger }),
    dept: link({ zh: '申报科室', en: 'Department', to: 'dept', readOnly: true, past: true, group: ledger }),
    invoiceDate: date({ zh: '开票日期', en: 'Invoice date', readOnly: true, list: true, group: ledger }),
    /** The share of the tax of the invoice; the shares add up to it. */
    tax: money({ zh: '税额', en: 'Tax', readOnly: true, list: true, group: ledger }),
    netAmount: money({ zh: '不含税金额', en: 'Net amount', readOnly: true, list: true, group: ledger }),
    /** The day of the approval; empty before. */
    postedOn: date({ zh: '入账日期', en: 'Posted on', readOnly: true, list: true, group: ledger }),
  },
})
