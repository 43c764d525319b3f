import { DashboardOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { coldChainWords } from '#contract/entities/iot/cold-chain.ts'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import type { DeskModule } from '#src/kit/desk-module.ts'
import { bandCostsPath, bandCostsWords } from './band-costs-path.ts'
import { coldChainPath } from './cold-chain-path.ts'

const alarms = '/iot/alarm'

export const iotDesk: DeskModule = {
  name: 'iot',
  pages: [
    { path: alarms, group: alarms, Page: lazy(async () => ({ default: (await import('./alarm-pages.tsx')).AlarmPage })) },
    {
      path: `${alarms}/:id`,
      group: alarms,
      title: { zh: '传感器告警', en: 'Sensor alarm' },
      Page: lazy(async () => ({ default: (await import('./alarm-pages.tsx')).AlarmRecordPage })),
    },
    {
      path: coldChainPath,
      group: alarms,
      title: coldChainWords.report,
      Page: lazy(async () => ({ default: (await import('./cold-chain-page.tsx')).ColdChainPage })),
    },
    {
      path: bandCostsPath,
      group: '/eam/device-sec-day',
      title: bandCostsWords.title,
      Page: lazy(async () => ({ default: (await import('./band-costs-page.tsx')).BandCostsPage })),
    },
    {
      path: '/iot/sensor-credential',
      group: '/iot/sensor-credential',
      Page: lazy(async () => ({ default: (await import('./credential-page.tsx')).CredentialPage })),
    },
    {
      path: '/iot/sensor-model',
      group: '/iot/sensor-model',
      Page: lazy(async () => ({ default: (await import('./model-page.tsx')).SensorModelPage })),
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
  parts: [
    { at: 'repair.record', name: 'alarms', Part: lazy(async () => ({ default: (await import('./repair-alarms.tsx')).RepairAlarms })) },
  ],
  records: { sensorAlarm: alarms },
  search: [
    {
      of: sensorConfig,
      about: ['device', 'sensorKind', 'liveState'],
      list: '/iot/sensor-config',
      opens: (id) => `/iot/sensor-config?open=${id}`,
    },
  ],
}
