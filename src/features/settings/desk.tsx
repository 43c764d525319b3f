import { FormOutlined, SettingOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskModule } from '#src/kit/desk-module.ts'

export const settingsDesk: DeskModule = {
  name: 'settings',
  pages: [
    {
      path: '/system/region',
      group: '/system/region',
      Page: lazy(async () => ({ default: (await import('./region-page.tsx')).RegionPage })),
    },
    {
      path: '/system/hospital',
      group: '/system/hospital',
      Page: lazy(async () => ({ default: (await import('./hospital-page.tsx')).HospitalPage })),
    },
    {
      path: '/system/tenant-package',
      group: '/system/tenant-package',
      Page: lazy(async () => ({ default: (await import('./tenant-package-page.tsx')).TenantPackagePage })),
    },
    {
      path: '/system/top-menu',
      group: '/system/top-menu',
      Page: lazy(async () => ({ default: (await import('./top-menu-page.tsx')).TopMenuPage })),
    },
    {
      path: '/system/dict',
      group: '/system/dict',
      Page: lazy(async () => ({ default: (await import('./dictionary-page.tsx')).SystemDictionaryPage })),
    },
    {
      path: '/system/dictbiz',
      group: '/system/dictbiz',
      Page: lazy(async () => ({ default: (await import('./dictionary-page.tsx')).BusinessDictionaryPage })),
    },
    {
      path: '/system/field-config',
      group: '/system/field-config',
      Page: lazy(async () => ({ default: (await import('./field-config-page.tsx')).FieldConfigPage })),
    },
  ],
  panels: [
    {
      name: 'platform.totals',
      zh: '平台概况',
      en: 'Platform at a glance',
      order: 100,
      columns: 12,
      shows: 'totals',
      needs: ['hospital.list'],
      in: 'platform',
      Panel: lazy(async () => ({ default: (await import('./platform-figures.tsx')).PlatformTotals })),
    },
    {
      name: 'platform.hospitals',
      zh: '各机构',
      en: 'Organisations',
      order: 300,
      columns: 8,
      shows: 'long',
      needs: ['hospital.list'],
      in: 'platform',
      Panel: lazy(async () => ({ default: (await import('./platform-figures.tsx')).HospitalTable })),
    },
    {
      name: 'platform.errors',
      zh: '今日页面错误',
      en: 'Page errors today',
      order: 310,
      columns: 12,
      shows: 'long',
      needs: ['hospital.list'],
      in: 'platform',
      Panel: lazy(async () => ({ default: (await import('./platform-figures.tsx')).ErrorsToday })),
    },
  ],
  icons: { setting: SettingOutlined, field: FormOutlined },
}
