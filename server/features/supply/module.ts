import { purchaseInvoice } from '#contract/entities/supply/invoices/purchase-invoice.ts'
import { purchaseBudget } from '#contract/entities/supply/purchase-budget.ts'
import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { demoPurchases } from './demo-purchases.ts'
import { demoInvoices } from './invoices/demo-invoices.ts'
import { demoOrders } from './orders/demo-orders.ts'
import { tellInstalments } from './orders/order-notices.ts'
import { planPartsAnswers } from './plan-parts.ts'
import { tellQualifications } from './qualification-notices.ts'
import { quoteAnswers } from './quotes/compare-quotes.ts'
import { demoQuotes } from './quotes/demo-quotes.ts'
import { supplierAnswers } from './set-supplier.ts'
import './budget-steps.ts'
import './invoices/invoice-hooks.ts'
import './invoices/invoice-payments.ts'
import './invoices/invoice-steps.ts'
import './orders/arrival-hooks.ts'
import './orders/arrival-steps.ts'
import './orders/order-hooks.ts'
import './orders/order-steps.ts'
import './orders/origins.ts'
import './plan-limit.ts'
import './plan-steps.ts'
import './quotes/quote-hooks.ts'
import './quotes/quote-steps.ts'
import './quotes/quoted-order.ts'

export const supplyServer: ServerModule = {
  name: 'supply',
  answers: [...supplierAnswers, ...planPartsAnswers, ...quoteAnswers],
  deptHoldings: [
    { of: purchaseBudget, field: 'dept' },
    { of: purchasePlan, field: 'dept' },
    { of: purchaseOrder, field: 'dept' },
    { of: purchaseOrder, field: 'receiveDept' },
    { of: purchaseInvoice, field: 'dept' },
  ],
  demoHistory: async (tx, ground) => {
    await demoPurchases(tx, ground)
    await demoOrders(tx, ground)
    await demoQuotes(tx, ground)
    await demoInvoices(tx, ground)
  },
  jobs: [tellQualifications, tellInstalments],
}
