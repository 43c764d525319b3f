import { ToolOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { Row } from '#src/data/hooks.ts'
import type { DeskArea } from '#src/kit/desk-area.ts'

const CardReport = lazy(async () => {
  const { ReportButton } = await import('./report-button.tsx')
  return { default: ({ row, isNext }: { readonly row: Row; readonly isNext?: boolean }) => <ReportButton device={row} isNext={isNext} /> }
})
const OpenRepair = lazy(async () => ({ default: (await import('./open-repair-banner.tsx')).OpenRepairBanner }))
const DeviceRepairs = lazy(async () => ({ default: (await import('./device-repairs.tsx')).DeviceRepairs }))

export const serviceDesk: DeskArea = {
  name: 'service',
  pages: [
    {
      path: '/eam/repair',
      group: '/eam/repair',
      Page: lazy(async () => ({ default: (await import('./repair-page.tsx')).RepairPage })),
    },
    {
      path: '/eam/repair/:id',
      group: '/eam/repair',
      title: { zh: '维修工单', en: 'Repair order' },
      Page: lazy(async () => ({ default: (await import('./repair-record-page.tsx')).RepairRecordPage })),
    },
  ],
  icons: { repair: ToolOutlined },
  parts: [
    { at: 'device.record', name: 'cardReport', Part: CardReport, order: -1 },
    { at: 'device.banner', name: 'openRepair', Part: OpenRepair },
  ],
  tabs: [
    {
      of: 'device',
      name: 'repairs',
      zh: '维修',
      en: 'Repairs',
      order: 10,
      may: 'repairOrder.list',
      counts: { of: 'repairOrder', by: 'device' },
      Tab: DeviceRepairs,
    },
  ],
  records: { repairOrder: '/eam/repair' },
}
