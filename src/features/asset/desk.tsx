import { AppstoreAddOutlined, CreditCardOutlined, FolderOpenOutlined, MedicineBoxOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { DeskArea } from '#src/kit/desk-area.ts'

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
  icons: {
    device: MedicineBoxOutlined,
    card: CreditCardOutlined,
    part: AppstoreAddOutlined,
    file: FolderOpenOutlined,
    list: UnorderedListOutlined,
  },
  records: { device: '/eam/device' },
}
