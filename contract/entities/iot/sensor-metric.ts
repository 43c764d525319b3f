import { entity } from '../../kit/entity/entity.ts'
import { choice, decimal, integer, link, text } from '../../kit/fields/field.ts'
import { quantities } from './sensor-kinds.ts'

/** Where a message of a model holds a value, and how it becomes ours: value × factor + offset. */
export const sensorMetric = entity('sensorMetric', {
  zh: '型号取值',
  en: 'Model value',
  many: 'Model values',
  module: 'iot',
  title: 'quantity',
  table: 'tenant',
  fields: {
    model: link({ zh: '传感器型号', en: 'Sensor model', to: 'sensorModel', required: true, readOnly: true, goesWith: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true, min: 0 }),
    quantity: choice({ zh: '测量量', en: 'Quantity', required: true, of: quantities }),
    jsonPath: text({ zh: 'JSON 路径', en: 'JSON path', required: true, max: 100 }),
    unit: text({ zh: '原始单位', en: 'Unit', max: 20 }),
    factor: decimal({ zh: '系数', en: 'Factor', scale: 6 }),
    addend: decimal({ zh: '偏移', en: 'Offset', scale: 6 }),
  },
})
