import { ImportOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskModule } from '#src/kit/desk-module.ts'

const ListImport = lazy(async () => ({ default: (await import('./import-button.tsx')).ListImport }))

export const importDesk: DeskModule = {
  name: 'import',
  pages: [
    {
      path: '/eam/imports',
      group: '/eam/imports',
      Page: lazy(async () => ({ default: (await import('./import-page.tsx')).ImportPage })),
    },
    {
      path: '/eam/imports/:id',
      group: '/eam/imports',
      title: { zh: '数据导入', en: 'Imports' },
      Page: lazy(async () => ({ default: (await import('./import-record-page.tsx')).ImportRecordPage })),
    },
  ],
  icons: { sheet: ImportOutlined },
  parts: [{ at: 'list.import', name: 'listImport', Part: ListImport }],
  records: { importJob: '/eam/imports' },
}
