import { entity } from '../../../kit/entity/entity.ts'
import { choice, date, decimal, flag, link, text } from '../../../kit/fields/field.ts'
import { meterKinds, readingSources } from './meter-math.ts'

/** What a counter of a device showed on a day. Readings stay; the newest one may be removed. */
export const meterReading = entity('meterReading', {
  zh: '计数读数',
  en: 'Counter reading',
  many: 'Counter readings',
  module: 'maintenance',
  path: '/eam/meter-reading',
  title: 'readingTitle',
  called: ['device', 'meterKind'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { through: 'device' },
  columns: ['readingTitle', 'meterKind', 'readOn', 'reading', 'total', 'source', 'isReplaced', 'reason'],
  sort: { by: 'readOn', descending: true },
  fields: {
    readingTitle: text({ zh: '读数设备', en: 'Read device', list: true, search: 'pinyin', max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, goesWith: true }),
    meterKind: choice({ zh: '计数内容', en: 'Counts', required: true, list: true, initial: 'hours', of: meterKinds }),
    readOn: date({ zh: '读数日期', en: 'Read on', required: true, list: true }),
    reading: decimal({ zh: '读数', en: 'Reading', scale: 2, required: true, list: true, min: 0, max: 99_999_999 }),
    isReplaced: flag({ zh: '计数器已更换', en: 'Counter replaced', list: true }),
    reason: text({ zh: '更换原因', en: 'Replaced because', list: true, max: 200 }),
    total: decimal({ zh: '累计', en: 'Total', scale: 2, readOnly: true, list: true }),
    source: choice({ zh: '来源', en: 'Source', required: true, readOnly: true, list: true, initial: 'hand', of: readingSources }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
