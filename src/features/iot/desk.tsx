import { DashboardOutlined } from '@ant-design/icons'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import type { DeskArea } from '#src/kit/desk-area.ts'

export const iotDesk: DeskArea = {
  name: 'iot',
  icons: { sensor: DashboardOutlined },
  search: [
    {
      of: sensorConfig,
      about: ['device', 'sensorKind', 'liveState'],
      list: '/iot/sensor-config',
      opens: (id) => `/iot/sensor-config?open=${id}`,
    },
  ],
}
