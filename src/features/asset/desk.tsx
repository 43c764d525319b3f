import { AppstoreAddOutlined, CreditCardOutlined, MedicineBoxOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { deviceByCode } from '#contract/calls/asset.ts'
import { device } from '#contract/entities/asset/device.ts'
import { ApiError } from '#src/data/api-error.ts'
import { invoke } from '#src/data/client.ts'
import type { DeskArea } from '#src/kit/desk-area.ts'

/** The card of an RFID, a label or an asset number. */
async function cardOfCode(rfidCode: string): Promise<string | undefined> {
  try {
    return (await invoke(deviceByCode, { query: { rfidCode } })).id
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.error === 'not_found') return undefined
    throw thrown
  }
}

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
  icons: { device: MedicineBoxOutlined, card: CreditCardOutlined, part: AppstoreAddOutlined, list: UnorderedListOutlined },
  search: [
    {
      of: device,
      about: ['deviceCode', 'deviceModel', 'useDept', 'location', 'eamStatus'],
      list: '/eam/device',
      opens: (id) => `/eam/device/${id}`,
      byCode: cardOfCode,
    },
  ],
  records: { device: '/eam/device' },
}
