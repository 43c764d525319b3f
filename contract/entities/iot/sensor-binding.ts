import { entity } from '../../kit/entity/entity.ts'
import { choice, link, text, time } from '../../kit/fields/field.ts'
import { sensorKinds } from './sensor-kinds.ts'

/** A stretch of time in which a sensor hung on a device. */
export const sensorBinding = entity('sensorBinding', {
  zh: '传感器绑定记录',
  en: 'Sensor binding',
  many: 'Sensor bindings',
  module: 'iot',
  path: '/iot/sensor-binding',
  title: 'sensorCode',
  table: 'tenant',
  verbs: ['list', 'export'],
  scope: { through: 'device' },
  sort: { by: 'boundAt', descending: true },
  columns: ['sensorCode', 'sensorKind', 'device', 'boundAt', 'endedAt', 'endReason'],
  fields: {
    sensorCode: text({ zh: '传感器编号', en: 'Sensor code', required: true, readOnly: true, list: true, search: true, max: 64 }),
    sensor: link({ zh: '传感器', en: 'Sensor', to: 'sensorConfig', required: true, readOnly: true, goesWith: true }),
    sensorKind: choice({ zh: '传感器类型', en: 'Sensor type', required: true, readOnly: true, list: true, of: sensorKinds }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    boundAt: time({ zh: '绑定时间', en: 'Bound at', required: true, readOnly: true, list: true }),
    endedAt: time({ zh: '解绑时间', en: 'Unbound', readOnly: true, list: true }),
    endReason: choice({
      zh: '解绑原因',
      en: 'Unbound because',
      readOnly: true,
      list: true,
      of: { byHand: { zh: '手工解绑', en: 'Unbound by hand' }, disposed: { zh: '设备报废', en: 'Device disposed of' } },
    }),
  },
})
