import { AccountBookOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskModule } from '#src/kit/desk-module.ts'

const CardDepreciation = lazy(async () => ({ default: (await import('./card-depreciation.tsx')).CardDepreciation }))

export const ledgerDesk: DeskModule = {
  name: 'ledger',
  pages: [
    {
      path: '/eam/depreciation-records',
      group: '/eam/depreciation-records',
      Page: lazy(async () => ({ default: (await import('./records-page.tsx')).RecordsPage })),
    },
    {
      path: '/eam/depreciation-rules',
      group: '/eam/depreciation-rules',
      Page: lazy(async () => ({ default: (await import('./rules-page.tsx')).RulesPage })),
    },
    {
      path: '/form/eam/dev-depreciation-details',
      group: '/eam/depreciation-records',
      title: { zh: '折旧明细', en: 'Depreciation lines' },
      Page: lazy(async () => ({ default: (await import('./depreciation-details-page.tsx')).DepreciationDetailsPage })),
    },
    {
      path: '/eam/ledger-reconciliations',
      group: '/eam/ledger-reconciliations',
      Page: lazy(async () => ({ default: (await import('./reconciliations-page.tsx')).ReconciliationsPage })),
    },
  ],
  parts: [
    {
      at: 'device.more',
      name: 'splits',
      Part: lazy(async () => ({ default: (await import('./splits-of-card.tsx')).SplitsOfCard })),
    },
    {
      at: 'device.told',
      name: 'valueChange',
      Part: lazy(async () => ({ default: (await import('./value-change-part.tsx')).DeviceChange })),
    },
    {
      at: 'deviceDepreciation.told',
      name: 'valueChange',
      Part: lazy(async () => ({ default: (await import('./value-change-part.tsx')).BookCardChange })),
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
