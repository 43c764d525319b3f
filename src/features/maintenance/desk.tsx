import { ScheduleOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'

export const maintenanceDesk: DeskModule = {
  name: 'maintenance',
  icons: { maintenance: ScheduleOutlined },
  pages: [
    {
      path: '/eam/maintain-order',
      group: '/eam/maintain-order',
      Page: lazy(async () => ({ default: (await import('./order-page.tsx')).OrderPage })),
    },
    {
      path: '/eam/maintain-year',
      group: '/eam/maintain-year',
      Page: lazy(async () => ({ default: (await import('./year-page.tsx')).YearPage })),
    },
    {
      path: '/eam/risk-score',
      group: '/eam/risk-score',
      Page: lazy(async () => ({ default: (await import('./risk-pages.tsx')).RiskScorePage })),
    },
    {
      path: '/eam/risk-proposal',
      group: '/eam/risk-proposal',
      Page: lazy(async () => ({ default: (await import('./risk-pages.tsx')).RiskProposalPage })),
    },
  ],
  tabs: [
    {
      of: 'device',
      name: 'maintenance',
      zh: '保养',
      en: 'Maintenance',
      order: 12,
      may: 'maintainOrder.list',
      counts: { of: 'maintainOrder', by: 'device' },
      Tab: lazy(async () => ({ default: (await import('./device-maintenance.tsx')).DeviceMaintenance })),
    },
  ],
  search: [
    {
      of: maintainOrder,
      about: ['device', 'orderState', 'dueDate'],
      list: '/eam/maintain-order',
      opens: (id) => `/eam/maintain-order?open=${id}`,
    },
  ],
}
