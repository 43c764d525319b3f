import { machine } from '../../../kit/entity/machine.ts'
import { text } from '../../../kit/fields/field.ts'
import { serviceInvoice } from './service-invoice.ts'

const { fields } = serviceInvoice
const asked = { readOnly: false, list: false, required: true } as const

/** From the draft to the payment. Another person than who entered and matched an invoice approves it. */
export const invoicing = machine(serviceInvoice, 'invoiceState', {
  match: { from: ['draft'], to: 'matched', zh: '核对', en: 'Match', may: 'serviceInvoice.submit', input: {} },
  matchDiffering: {
    from: ['draft'],
    to: 'differs',
    zh: '按差异提交',
    en: 'Submit with the difference',
    may: 'serviceInvoice.submit',
    input: { differenceReason: { ...fields.differenceReason, ...asked, multiline: true } },
  },
  approve: {
    from: ['matched', 'differs'],
    to: 'approved',
    zh: '同意',
    en: 'Approve',
    may: 'serviceInvoice.approve',
    confirm: true,
    input: {},
  },
  sendBack: {
    from: ['matched', 'differs', 'approved'],
    to: 'draft',
    zh: '退回发票',
    en: 'Return invoice',
    may: 'serviceInvoice.approve',
    input: { sentBackReason: { ...fields.sentBackReason, ...asked, multiline: true } },
  },
  pay: {
    from: ['approved'],
    to: 'paid',
    zh: '登记付款',
    en: 'Record payment',
    may: 'serviceInvoice.approve',
    input: {
      paidOn: { ...fields.paidOn, ...asked },
      payNote: { ...fields.payNote, readOnly: false },
    },
  },
  takeBack: {
    from: ['paid'],
    to: 'approved',
    zh: '撤销付款',
    en: 'Withdraw payment',
    may: 'serviceInvoice.approve',
    input: { reason: text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 }) },
  },
})
