import { lazy } from 'react'
import type { DeskArea } from '#src/kit/desk-area.ts'

const pages = () => import('./checklist-pages.tsx')

export const checklistDesk: DeskArea = {
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
  ],
  parts: [
    {
      at: 'repair.record',
      name: 'checklistOrigin',
      Part: lazy(async () => ({ default: (await import('./repair-origin.tsx')).RepairOrigin })),
    },
  ],
  records: { checklistTask: '/eam/checklist' },
}
