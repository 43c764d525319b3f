import { ShopOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { purchaseInvoice } from '#contract/entities/supply/invoices/purchase-invoice.ts'
import { orderArrival } from '#contract/entities/supply/order-arrival.ts'
import { purchaseOrder } from '#contract/entities/supply/purchase-order.ts'
import { purchaseQuote } from '#contract/entities/supply/quotes/purchase-quote.ts'
import { supplier } from '#contract/entities/supply/supplier.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

const [suppliers, budgets, plans, reorder] = ['/eam/supplier', '/eam/purchase-budget', '/eam/purchase-plan', '/eam/part-reorder']
const [orders, arrivals] = ['/eam/purchase-order', '/eam/order-arrival']
const [quotes, invoices] = ['/eam/purchase-quote', '/eam/purchase-invoice']

const InvoicePaper = lazy(async () => ({ default: (await import('./public/invoice-paper.tsx')).InvoicePaper }))

export const supplyDesk: DeskModule = {
  name: 'supply',
  parts: [{ at: 'purchaseInvoice.form', name: 'invoicePaper', Part: InvoicePaper }],
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
    { path: quotes, group: quotes, Page: lazy(async () => ({ default: (await import('./quote-pages.tsx')).QuotePage })) },
    {
      path: '/eam/purchase-quote/compare/:id',
      group: quotes,
      title: { zh: '报价比较', en: 'Compare quotes' },
      Page: lazy(async () => ({ default: (await import('./quote-pages.tsx')).ComparisonPage })),
    },
    { path: invoices, group: invoices, Page: lazy(async () => ({ default: (await import('./invoice-page.tsx')).PurchaseInvoicePage })) },
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
    {
      of: purchaseInvoice,
      about: ['supplier', 'order', 'invoiceState'],
      list: invoices,
      opens: (id) => `${invoices}?open=${id}`,
    },
    {
      of: purchaseQuote,
      about: ['supplier', 'plan', 'quoteState'],
      list: quotes,
      opens: (id) => `${quotes}?open=${id}`,
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
