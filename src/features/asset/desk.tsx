import { AppstoreAddOutlined, CreditCardOutlined, MedicineBoxOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskArea } from '#src/kit/desk-area.ts'
import { homeCharts } from './home-words.ts'

export const assetDesk: DeskArea = {
  name: 'asset',
  pages: [
    {
      path: '/eam/device',
      group: '/eam/device',
      Page: lazy(async () => ({ default: (await import('./device-page.tsx')).DevicePage })),
    },
    {
      path: '/eam/device/:id',
      group: '/eam/device',
      title: { zh: '设备卡', en: 'Device card' },
      Page: lazy(async () => ({ default: (await import('./device-record-page.tsx')).DeviceRecordPage })),
    },
  ],
  panels: [
    {
      name: 'asset.warranty',
      ...homeCharts.warranty,
      order: 220,
      columns: 4,
      needs: ['device.list'],
      Panel: lazy(async () => ({ default: (await import('./warranty-panel.tsx')).WarrantyPanel })),
    },
    {
      name: 'asset.states',
      ...homeCharts.states,
      order: 290,
      columns: 4,
      needs: ['device.list'],
      Panel: lazy(async () => ({ default: (await import('./home-charts.tsx')).StatesPanel })),
    },
    {
      name: 'asset.depts',
      ...homeCharts.depts,
      order: 320,
      columns: 6,
      needs: ['device.list'],
      Panel: lazy(async () => ({ default: (await import('./home-charts.tsx')).DeptsPanel })),
    },
    {
      name: 'asset.ranking',
      ...homeCharts.ranking,
      order: 330,
      columns: 6,
      needs: ['device.list'],
      Panel: lazy(async () => ({ default: (await import('./category-ranking.tsx')).RankingPanel })),
    },
    {
      name: 'asset.years',
      ...homeCharts.years,
      order: 360,
      columns: 6,
      needs: ['device.list'],
      isExtra: true,
      Panel: lazy(async () => ({ default: (await import('./home-charts.tsx')).YearsPanel })),
    },
  ],
  icons: { device: MedicineBoxOutlined, card: CreditCardOutlined, part: AppstoreAddOutlined, list: UnorderedListOutlined },
  records: { device: '/eam/device' },
}
