import { lazy } from 'react'
import type { DeskModule } from '#src/kit/desk-module.ts'
import { inspectionWords as words } from './inspection-words.ts'

const pages = () => import('./checklist-pages.tsx')
const inspections = () => import('./inspection-pages.tsx')

export const checklistDesk: DeskModule = {
  name: 'checklist',
  pages: [
    {
      path: '/eam/checklist',
      group: '/eam/checklist',
      Page: lazy(async () => ({ default: (await pages()).ChecklistPage })),
    },
    {
      path: '/eam/checklist/:id',
      group: '/eam/checklist',
      title: { zh: '检查表', en: 'Checklist' },
      Page: lazy(async () => ({ default: (await import('./checklist-record-page.tsx')).ChecklistRecordPage })),
    },
    {
      path: '/eam/checklist-template',
      group: '/eam/checklist-template',
      Page: lazy(async () => ({ default: (await pages()).ChecklistTemplatePage })),
    },
    {
      path: '/eam/checklist-record',
      group: '/eam/checklist-record',
      Page: lazy(async () => ({ default: (await pages()).ChecklistRecordsPage })),
    },
    {
      path: '/form/eam/inspection-TaskInventory',
      group: '/eam/checklist',
      title: words.plan,
      Page: lazy(async () => ({ default: (await inspections()).InspectionPlanPage })),
    },
    {
      path: '/form/eam/inspection-DevInventory',
      group: '/eam/checklist',
      title: words.devices,
      Page: lazy(async () => ({ default: (await inspections()).InspectionDevicesPage })),
    },
    {
      path: '/form/eam/dev-inspection-view',
      group: '/eam/checklist',
      title: words.view,
      Page: lazy(async () => ({ default: (await inspections()).InspectionPage })),
    },
    {
      path: '/form/eam/dev-inspection-records',
      group: '/eam/checklist-record',
      title: words.records,
      Page: lazy(async () => ({ default: (await inspections()).InspectionRecordsPage })),
    },
    {
      path: '/form/eam/dev-inspection-records-view',
      group: '/eam/checklist-record',
      title: words.record,
      Page: lazy(async () => ({ default: (await inspections()).InspectionRecordPage })),
    },
  ],
  parts: [
    {
      at: 'repair.record',
      name: 'checklistOrigin',
      Part: lazy(async () => ({ default: (await import('./repair-origin.tsx')).RepairOrigin })),
    },
    {
      at: 'repair.record',
      name: 'roundOrigin',
      Part: lazy(async () => ({ default: (await import('./rounds/repair-from-round.tsx')).RepairFromRound })),
    },
  ],
  records: { checklistTask: '/eam/checklist' },
}
