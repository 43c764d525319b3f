import { ToolOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Row } from '#src/data/hooks.ts'
import type { DeskArea } from '#src/kit/desk-area.ts'

const CardReport = lazy(async () => {
  const { ReportButton } = await import('./report-button.tsx')
  return { default: ({ row }: { readonly row: Row }) => <ReportButton device={row} /> }
})

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
  parts: [{ at: 'device.record', name: 'cardReport', Part: CardReport }],
  search: [
    {
      of: repairOrder,
      about: ['device', 'faultDescription', 'repairStatus', 'reportedAt'],
      list: '/eam/repair',
      opens: (id) => `/eam/repair/${id}`,
    },
  ],
  records: { repairOrder: '/eam/repair' },
}
