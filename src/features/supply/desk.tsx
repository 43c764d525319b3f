import { ShopOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { supplier } from '#contract/entities/supply/supplier.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

const [suppliers, budgets, plans] = ['/eam/supplier', '/eam/purchase-budget', '/eam/purchase-plan']

export const supplyDesk: DeskModule = {
  name: 'supply',
  pages: [
    { path: suppliers, group: suppliers, Page: lazy(async () => ({ default: (await import('./supplier-page.tsx')).SupplierPage })) },
    { path: budgets, group: budgets, Page: lazy(async () => ({ default: (await import('./purchase-pages.tsx')).BudgetPage })) },
    { path: plans, group: plans, Page: lazy(async () => ({ default: (await import('./purchase-pages.tsx')).PlanPage })) },
  ],
  search: [
    {
      of: supplier,
      about: ['supplierKind', 'supplierCode', 'contact', 'phone'],
      list: suppliers,
      opens: (id) => `${suppliers}?open=${id}`,
    },
  ],
  icons: { supplier: ShopOutlined },
}
