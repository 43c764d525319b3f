import { ImportOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskArea } from '#src/kit/desk-area.ts'

const DeviceImport = lazy(async () => {
  const { ImportButton } = await import('./import-button.tsx')
  return { default: () => <ImportButton into="device" /> }
})

export const importDesk: DeskArea = {
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
  parts: [{ at: 'device.list', name: 'deviceImport', Part: DeviceImport }],
  records: { importJob: '/eam/imports' },
}
