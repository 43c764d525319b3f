import { entity } from '../../../kit/entity/entity.ts'
import { choice, date, ids, integer, link, money, text, time } from '../../../kit/fields/field.ts'
import { invoiceStates } from './contract-states.ts'

const course = { zh: '进展', en: 'Course' }

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
    invoiceNo: text({ zh: '发票号', en: 'Invoice no.', required: true, list: true, search: true, max: 60 }),
    invoiceState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'draft', of: invoiceStates }),
    /** Also one that is inactive by now: it charges what it did before. */
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', required: true, list: true, past: true }),
    invoiceDate: date({ zh: '开票日期', en: 'Invoice date', required: true, list: true }),
    amount: money({ zh: '价税合计', en: 'Amount with tax', required: true, list: true, min: 0.01 }),
    tax: money({ zh: '税额', en: 'Tax', min: 0, list: true }),
    dept: link({ zh: '归口科室', en: 'Managing department', to: 'dept' }),
    files: ids({ zh: '发票附件', en: 'Invoice files', to: 'file', max: 9 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', readOnly: true }),
    linesTotal: money({ zh: '明细合计', en: 'Line total', readOnly: true }),
    agreedTotal: money({ zh: '约定合计', en: 'Agreed total', readOnly: true, list: true }),
    difference: money({ zh: '差异', en: 'Difference', readOnly: true, list: true }),
    differenceReason: text({ zh: '差异原因', en: 'Reason for the difference', readOnly: true, max: 500 }),
    matchedBy: link({ zh: '核对人', en: 'Matched by', to: 'user', readOnly: true, group: course }),
    matchedAt: time({ zh: '核对时间', en: 'Matched', readOnly: true, group: course }),
    approvedBy: link({ zh: '发票审核人', en: 'Approved by', to: 'user', readOnly: true, group: course }),
    approvedAt: time({ zh: '发票审核时间', en: 'Approved', readOnly: true, group: course }),
    paidOn: date({ zh: '付款日期', en: 'Paid on', readOnly: true, list: true, group: course }),
    payNote: text({ zh: '付款说明', en: 'Payment note', readOnly: true, multiline: true, max: 500, group: course }),
    sentBackReason: text({ zh: '退回原因', en: 'Reason for return', readOnly: true, max: 500, group: course }),
  },
})
