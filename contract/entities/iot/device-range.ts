import { entity } from '../../kit/entity/entity.ts'
import { date, decimal, link, text } from '../../kit/fields/field.ts'

/** The power from which a device counts as on standby and as running, from a day on until the next thresholds. */
export const deviceRange = entity('deviceRange', {
  zh: '设备功率阈值',
  en: 'Device power thresholds',
  module: 'iot',
  path: '/eam/device-range',
  title: 'rangeName',
  called: ['device'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  sort: { by: 'validFrom', descending: true },
  columns: ['rangeName', 'device', 'validFrom', 'standbyFrom', 'runningFrom'],
  fields: {
    rangeName: text({ zh: '阈值', en: 'Thresholds', required: true, readOnly: true, list: true, max: 60 }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    validFrom: date({ zh: '生效日期', en: 'Valid from', required: true, readOnly: true, list: true }),
    standbyFrom: decimal({ zh: '待机功率下限（W）', en: 'Standby from (W)', scale: 2, required: true, readOnly: true, list: true, min: 0 }),
    runningFrom: decimal({ zh: '运行功率下限（W）', en: 'Running from (W)', scale: 2, required: true, readOnly: true, list: true, min: 0 }),
  },
})
