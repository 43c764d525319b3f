import { purchaseBudget } from '#contract/entities/supply/purchase-budget.ts'
import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { demoPurchases } from './demo-purchases.ts'
import { planPartsAnswers } from './plan-parts.ts'
import { tellQualifications } from './qualification-notices.ts'
import { supplierAnswers } from './set-supplier.ts'
import './budget-steps.ts'
import './plan-steps.ts'

export const supplyServer: ServerModule = {
  name: 'supply',
  answers: [...supplierAnswers, ...planPartsAnswers],
  deptHoldings: [
    { of: purchaseBudget, field: 'dept' },
    { of: purchasePlan, field: 'dept' },
  ],
  demoHistory: demoPurchases,
  jobs: [tellQualifications],
}
