import { same } from '../../kit/entity/machine.ts'
import { choice, date, decimal, integer, link, money, text } from '../../kit/fields/field.ts'
import { payStates } from './purchase-order-states.ts'

/** What is known of a part of a price that is paid on a day, in any document. */
export const instalmentFields = {
  place: integer({ zh: '期次', en: 'Instalment no.', required: true, readOnly: true }),
  instalmentName: text({ zh: '款项', en: 'Payment', required: true, list: true, search: true, max: 60 }),
  payState: choice({
    zh: '付款状态',
    en: 'Payment status',
    required: true,
    readOnly: true,
    list: true,
    initial: 'planned',
    of: payStates,
  }),
  dueOn: date({ zh: '应付日期', en: 'Payment due', required: true, list: true }),
  share: decimal({ zh: '比例（%）', en: 'Share (%)', list: true, scale: 2, min: 0.01, max: 100 }),
  amount: money({ zh: '应付金额', en: 'Amount due', list: true, min: 0.01 }),
  supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', readOnly: true, list: true }),
  paidOn: date({ zh: '付款日期', en: 'Paid on', readOnly: true, list: true }),
  invoiceNo: text({ zh: '发票号', en: 'Invoice no.', readOnly: true, search: true, max: 60 }),
  payNote: text({ zh: '付款说明', en: 'Payment note', readOnly: true, multiline: true, max: 500 }),
} as const

const reason = text({ zh: '原因', en: 'Reason', required: true, multiline: true, max: 500 })
const asked = { readOnly: false, list: false, search: false } as const

/** The steps of an instalment, by the right of the document that it belongs to. */
export const instalmentSteps = <const R extends string>(may: R) =>
  ({
    pay: {
      from: ['open'],
      to: 'paid',
      zh: '登记付款',
      en: 'Record payment',
      may,
      input: {
        paidOn: { ...instalmentFields.paidOn, ...asked, required: true },
        invoiceNo: { ...instalmentFields.invoiceNo, ...asked },
        payNote: { ...instalmentFields.payNote, ...asked },
      },
    },
    takeBack: { from: ['paid'], to: 'open', zh: '撤销付款', en: 'Withdraw payment', may, input: { reason } },
    change: {
      from: ['open'],
      to: same(),
      zh: '变更付款',
      en: 'Change instalment',
      may,
      input: {
        dueOn: { ...instalmentFields.dueOn, list: false },
        amount: { ...instalmentFields.amount, list: false, required: true },
        reason,
      },
    },
    cancel: { from: ['open'], to: 'dropped', zh: '取消付款', en: 'Cancel instalment', may, confirm: true, input: { reason } },
    begin: { from: ['planned'], to: 'open', zh: '付款生效', en: 'Payment in force', inner: true, input: {} },
  }) as const
