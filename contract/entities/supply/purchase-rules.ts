import { processRule } from '../../kit/entity/process-rule.ts'

/** What comes into a warehouse is spent of its plan and of the budget of that. */
export const purchaseSpending = processRule({
  name: 'purchaseSpending',
  zh: '采购支出登记',
  en: 'Purchase spending',
  touches: { purchasePlan: ['change'], purchaseBudget: ['change'] },
})
