import { DashboardOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import type { DeskArea } from '#src/kit/desk-area.ts'

export const iotDesk: DeskArea = {
  name: 'iot',
  pages: [
    {
      path: '/iot/sensor-credential',
      group: '/iot/sensor-credential',
      Page: lazy(async () => ({ default: (await import('./credential-page.tsx')).CredentialPage })),
    },
  ],
  icons: { sensor: DashboardOutlined },
  tabs: [
    {
      of: 'device',
      name: 'operation',
      zh: '运行与用电',
      en: 'Operation',
      order: 16,
      may: 'deviceSecDay.list',
      counts: { of: 'sensorConfig', by: 'device' },
      Tab: lazy(async () => ({ default: (await import('./device-operation.tsx')).DeviceOperation })),
    },
  ],
  search: [
    {
      of: sensorConfig,
      about: ['device', 'sensorKind', 'liveState'],
      list: '/iot/sensor-config',
      opens: (id) => `/iot/sensor-config?open=${id}`,
    },
  ],
}
