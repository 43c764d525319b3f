import { processRule } from '../../kit/entity/process-rule.ts'

/** What comes into a warehouse is spent of its plan and of the budget of that. */
export const purchaseSpending = processRule({
  name: 'purchaseSpending',
  zh: '采购支出登记',
  en: 'Purchase spending',
  touches: { purchasePlan: ['change'], purchaseBudget: ['change'] },
})

/** An arrival counts on its order, and an acceptance makes the draft of the warehouse entry. */
export const purchaseReceiving = processRule({
  name: 'purchaseReceiving',
  zh: '采购到货登记',
  en: 'Purchase receiving',
  touches: {
    purchaseOrder: ['count', 'receiveNone', 'receiveSome', 'receiveAll', 'countPayments'],
    orderArrival: ['turnAway'],
    purchaseInstalment: ['begin', 'drop'],
    warehouseEntry: ['add'],
    purchaseOrigin: ['add', 'remove'],
  },
})

/** A paid invoice pays the instalments that it settles, and is paid with the last of them. */
export const purchasePosting = processRule({
  name: 'purchasePosting',
  zh: '采购发票入账',
  en: 'Purchase invoice posting',
  touches: { purchaseInstalment: ['pay', 'takeBack'], purchaseInvoice: ['settle'] },
})
