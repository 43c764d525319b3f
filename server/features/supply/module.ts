import { purchaseBudget } from '#contract/entities/supply/purchase-budget.ts'
import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { demoPurchases } from './demo-purchases.ts'
import { demoOrders } from './orders/demo-orders.ts'
import { tellInstalments } from './orders/order-notices.ts'
import { planPartsAnswers } from './plan-parts.ts'
import { tellQualifications } from './qualification-notices.ts'
import { supplierAnswers } from './set-supplier.ts'
import './budget-steps.ts'
import './orders/arrival-hooks.ts'
import './orders/arrival-steps.ts'
import './orders/order-hooks.ts'
import './orders/order-steps.ts'
import './orders/origins.ts'
import './plan-steps.ts'

export const supplyServer: ServerModule = {
  name: 'supply',
  answers: [...supplierAnswers, ...planPartsAnswers],
  deptHoldings: [
    { of: purchaseBudget, field: 'dept' },
    { of: purchasePlan, field: 'dept' },
    { of: purchaseOrder, field: 'dept' },
    { of: purchaseOrder, field: 'receiveDept' },
  ],
  demoHistory: async (tx, ground) => {
    await demoPurchases(tx, ground)
    await demoOrders(tx, ground)
  },
  jobs: [tellQualifications, tellInstalments],
}
