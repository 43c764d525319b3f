import { AccountBookOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskArea } from '#src/kit/desk-area.ts'

const CardDepreciation = lazy(async () => ({ default: (await import('./card-depreciation.tsx')).CardDepreciation }))

export const ledgerDesk: DeskArea = {
  name: 'ledger',
  pages: [
    {
      path: '/eam/depreciation-records',
      group: '/eam/depreciation-records',
      Page: lazy(async () => ({ default: (await import('./records-page.tsx')).RecordsPage })),
    },
  ],
  icons: { ledger: AccountBookOutlined },
  tabs: [
    {
      of: 'device',
      name: 'depreciation',
      zh: '折旧',
      en: 'Depreciation',
      order: 45,
      may: 'deviceDepreciation.list',
      Tab: CardDepreciation,
    },
  ],
}
