import { entity } from '../../kit/entity/entity.ts'
import { choice, decimal, integer, text } from '../../kit/fields/field.ts'
import { sensorKinds } from './sensor-kinds.ts'

/** A maker's model of sensor and how its messages are read. */
export const sensorModel = entity('sensorModel', {
  zh: '传感器型号',
  en: 'Sensor model',
  many: 'Sensor models',
  module: 'iot',
  path: '/iot/sensor-model',
  title: 'modelName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export'],
  softDelete: true,
  columns: ['modelName', 'sensorKind', 'maker', 'reportSeconds'],
  lines: [{ entity: 'sensorMetric', by: 'model', as: 'metrics', order: 'place', max: 20, once: ['quantity'] }],
  fields: {
    modelName: text({ zh: '型号', en: 'Model', required: true, list: true, search: 'pinyin', unique: true, max: 100 }),
    sensorKind: choice({ zh: '传感器类型', en: 'Sensor type', required: true, list: true, of: sensorKinds }),
    maker: text({ zh: '厂家', en: 'Maker', list: true, search: true, max: 100 }),
    reportSeconds: integer({ zh: '上报间隔（秒）', en: 'Report interval (s)', list: true, min: 1, max: 86_400 }),
    /** Behind it the meter begins at zero again, such as 99999.99. */
    meterMaximum: decimal({
      ...{ zh: '电表最大读数（kWh）', en: 'Largest meter reading (kWh)', scale: 3, min: 1, max: 1_000_000_000 },
      when: { field: 'sensorKind', is: ['power'] },
    }),
    timePath: text({ zh: '时间路径', en: 'Time path', max: 100 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
