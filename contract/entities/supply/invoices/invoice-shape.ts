import { choice, date, ids, integer, link, money, text, time } from '../../../kit/fields/field.ts'

/** From what was entered to the payment, of any invoice. */
export const invoiceStates = {
  draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
  matched: { zh: '核对一致', en: 'Matched', tone: 'busy' },
  differs: { zh: '核对有差异', en: 'Matched with a difference', tone: 'warn' },
  approved: { zh: '已审核', en: 'Approved', tone: 'good' },
  paid: { zh: '已付款', en: 'Paid', tone: 'good' },
} as const

const course = { zh: '进展', en: 'Course' }

/** By what an invoice is known. */
export const invoiceHead = {
  invoiceNo: text({ zh: '发票号', en: 'Invoice no.', required: true, list: true, search: true, max: 60 }),
  invoiceState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'draft', of: invoiceStates }),
} as const

/** What an invoice charges, and when. */
export const invoiceCharge = {
  invoiceDate: date({ zh: '开票日期', en: 'Invoice date', required: true, list: true }),
  amount: money({ zh: '价税合计', en: 'Amount with tax', required: true, list: true, min: 0.01 }),
  tax: money({ zh: '税额', en: 'Tax', min: 0, list: true }),
} as const

/** What is kept with an invoice, and what its lines come to. */
export const invoiceBeside = {
  files: ids({ zh: '发票附件', en: 'Invoice files', to: 'file', max: 9 }),
  remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  lineCount: integer({ zh: '明细行数', en: 'Lines', readOnly: true }),
  linesTotal: money({ zh: '明细合计', en: 'Line total', readOnly: true }),
} as const

/** What the matching found, who approved it and when it was paid. */
export const invoiceCourse = {
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
} as const

const asked = { readOnly: false, list: false, required: true } as const

/** The steps of an invoice, by the rights to enter it, to submit one that differs, and to approve it. Another person than who entered and matched it approves it. */
export const invoiceSteps = <const S extends string, const D extends string, const A extends string>(submit: S, differ: D, approve: A) =>
  ({
    match: { from: ['draft'], to: 'matched', zh: '核对', en: 'Match', may: submit, input: {} },
    matchDiffering: {
      from: ['draft'],
      to: 'differs',
      zh: '按差异提交',
      en: 'Submit with the difference',
      may: differ,
      input: { differenceReason: { ...invoiceCourse.differenceReason, ...asked, multiline: true } },
    },
    approve: { from: ['matched', 'differs'], to: 'approved', zh: '同意', en: 'Approve', may: approve, confirm: true, input: {} },
    sendBack: {
      from: ['matched', 'differs', 'approved'],
      to: 'draft',
      zh: '退回发票',
      en: 'Return invoice',
      may: approve,
      input: { sentBackReason: { ...invoiceCourse.sentBackReason, ...asked, multiline: true } },
    },
    pay: {
      from: ['approved'],
      to: 'paid',
      zh: '登记付款',
      en: 'Record payment',
      may: approve,
      input: { paidOn: { ...invoiceCourse.paidOn, ...asked }, payNote: { ...invoiceCourse.payNote, readOnly: false } },
    },
    takeBack: {
      from: ['paid'],
      to: 'approved',
      zh: '撤销付款',
      en: 'Withdraw payment',
      may: approve,
      input: { reason: text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 }) },
    },
  }) as const
