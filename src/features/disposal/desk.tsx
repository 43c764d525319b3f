import { DeleteOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'
import { homeDisposals } from './home-words.ts'

const group = '/eam/dev-disposal'
const Record = lazy(async () => ({ default: (await import('./disposal-record-page.tsx')).DisposalRecordPage }))

export const disposalDesk: DeskModule = {
  name: 'disposal',
  pages: [
    { path: group, group, Page: lazy(async () => ({ default: (await import('./disposal-page.tsx')).DisposalPage })) },
    { path: `${group}/:id`, group, title: { zh: '处置申请', en: 'Disposal' }, Page: Record },
    { path: '/form/eam/dev-disposal-audit', group, title: { zh: '处置审批', en: 'Disposal approval' }, Page: Record },
    {
      path: '/form/eam/dev-disposal-view',
      group,
      title: { zh: '处置申请表', en: 'Disposal form' },
      Page: lazy(async () => ({ default: (await import('./disposal-print-page.tsx')).DisposalPrintPage })),
    },
    {
      path: '/form/eam/dev-disposal-edit',
      group,
      title: { zh: '编辑处置申请', en: 'Edit a disposal' },
      Page: lazy(async () => ({ default: (await import('./disposal-edit-page.tsx')).DisposalEditPage })),
    },
  ],
  panels: [
    {
      name: 'disposal.running',
      ...homeDisposals,
      order: 211,
      columns: 6,
      shows: 'list',
      needs: ['deviceDisposal.list'],
      Panel: lazy(async () => ({ default: (await import('./home-disposals.tsx')).DisposalsPanel })),
    },
  ],
  icons: { disposal: DeleteOutlined },
  search: [
    {
      of: deviceDisposal,
      about: ['applyTitle', 'disposalType', 'useDept', 'disposalStatus'],
      list: group,
      opens: (id) => `${group}/${id}`,
    },
  ],
  records: { deviceDisposal: group },
}
