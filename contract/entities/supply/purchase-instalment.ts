import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { link } from '../../kit/fields/field.ts'
import { instalmentFields, instalmentSteps } from './instalment-shape.ts'

/** A part of the price of an order that is paid on a day. */
export const purchaseInstalment = entity('purchaseInstalment', {
  zh: '分期付款',
  en: 'Instalment',
  many: 'Instalments',
  module: 'supply',
  path: '/eam/purchase-instalment',
  title: 'instalmentName',
  called: ['order', 'dueOn'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'order' },
  columns: ['instalmentName', 'payState', 'order', 'supplier', 'dueOn', 'amount'],
  sort: { by: 'dueOn' },
  emptyAdvice: { zh: '在采购订单中填写', en: 'They are entered in purchase orders' },
  fields: {
    order: link({ zh: '采购订单', en: 'Purchase order', to: 'purchaseOrder', required: true, readOnly: true, list: true }),
    ...instalmentFields,
    /** Empty where a person recorded the payment, also under the number of an invoice. */
    paidByInvoice: link({ zh: '付款发票', en: 'Paid by invoice', to: 'purchaseInvoice', readOnly: true }),
  },
})

/** From the placed order to the payment. */
export const paying = machine(purchaseInstalment, 'payState', {
  ...instalmentSteps('purchaseOrder.submit'),
  drop: { from: ['planned', 'open'], to: 'dropped', zh: '订单取消', en: 'Order cancelled', inner: true, input: {} },
})
