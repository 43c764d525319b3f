import { ShopOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { orderArrival } from '#contract/entities/supply/order-arrival.ts'
import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

const [suppliers, budgets, plans, reorder] = ['/eam/supplier', '/eam/purchase-budget', '/eam/purchase-plan', '/eam/part-reorder']
const [orders, arrivals] = ['/eam/purchase-order', '/eam/order-arrival']

export const supplyDesk: DeskModule = {
  name: 'supply',
  pages: [
    { path: suppliers, group: suppliers, Page: lazy(async () => ({ default: (await import('./supplier-page.tsx')).SupplierPage })) },
    { path: budgets, group: budgets, Page: lazy(async () => ({ default: (await import('./purchase-pages.tsx')).BudgetPage })) },
    { path: plans, group: plans, Page: lazy(async () => ({ default: (await import('./purchase-pages.tsx')).PlanPage })) },
    { path: orders, group: orders, Page: lazy(async () => ({ default: (await import('./order-pages.tsx')).OrderPage })) },
    { path: arrivals, group: arrivals, Page: lazy(async () => ({ default: (await import('./order-pages.tsx')).ArrivalPage })) },
    {
      path: `${orders}/:id`,
      group: orders,
      title: { zh: '采购订单', en: 'Purchase order' },
      Page: lazy(async () => ({ default: (await import('./order-pages.tsx')).OrderRecordPage })),
    },
    {
      path: `${arrivals}/:id`,
      group: arrivals,
      title: { zh: '到货单', en: 'Arrival' },
      Page: lazy(async () => ({ default: (await import('./order-pages.tsx')).ArrivalRecordPage })),
    },
    { path: reorder, group: reorder, Page: lazy(async () => ({ default: (await import('./reorder-page.tsx')).ReorderPage })) },
  ],
  search: [
    {
      of: supplier,
      about: ['supplierKind', 'supplierCode', 'contact', 'phone'],
      list: suppliers,
      opens: (id) => `${suppliers}?open=${id}`,
    },
    {
      of: purchaseOrder,
      about: ['supplier', 'plan', 'orderStatus'],
      list: orders,
      opens: (id) => `${orders}/${id}`,
    },
    {
      of: orderArrival,
      about: ['order', 'supplier', 'arrivalState'],
      list: arrivals,
      opens: (id) => `${arrivals}/${id}`,
    },
  ],
  tabs: [
    {
      of: 'device',
      name: 'origin',
      zh: '采购来源',
      en: 'Purchase origin',
      order: 47,
      may: 'purchaseOrigin.list',
      counts: { of: 'purchaseOrigin', by: 'device' },
      Tab: lazy(async () => ({ default: (await import('./order-pages.tsx')).DeviceOrigin })),
    },
  ],
  records: { purchaseOrder: orders, orderArrival: arrivals },
  icons: { supplier: ShopOutlined },
}
