import { entity } from '../../kit/entity/entity.ts'
import { choice, date, integer, text, time } from '../../kit/fields/field.ts'
import { rejections } from './sensor-kinds.ts'

/** Messages of a day that could not be stored, by sensor code and reason. */
export const sensorDeadLetter = entity('sensorDeadLetter', {
  zh: '异常消息',
  en: 'Rejected message',
  many: 'Rejected messages',
  module: 'iot',
  path: '/iot/dead-letter',
  title: 'sensorCode',
  table: 'tenant',
  verbs: ['list', 'export'],
  sort: { by: 'lastAt', descending: true },
  columns: ['sensorCode', 'rejection', 'messageCount', 'lastAt', 'sample'],
  fields: {
    sensorCode: text({ zh: '传感器编号', en: 'Sensor code', required: true, readOnly: true, list: true, search: true, max: 64 }),
    day: date({ zh: '日期', en: 'Date', required: true, readOnly: true }),
    rejection: choice({ zh: '异常原因', en: 'Rejected because', required: true, readOnly: true, list: true, of: rejections }),
    messageCount: integer({ zh: '消息数', en: 'Messages', required: true, readOnly: true, list: true, min: 0 }),
    lastAt: time({ zh: '最近一次', en: 'Last received', required: true, readOnly: true, list: true }),
    sample: text({ zh: '最近内容', en: 'Latest payload', readOnly: true, list: true, multiline: true, max: 500 }),
  },
})
