import { entity } from '../../../kit/entity/entity.ts'
import { choice, date, decimal, link, text } from '../../../kit/fields/field.ts'
import { meterKinds, readingSources } from './meter-math.ts'

const readOnly = { readOnly: true, list: true } as const

/** A counter of a device as its newest reading left it. */
export const deviceMeter = entity('deviceMeter', {
  zh: '设备计数器',
  en: 'Device counter',
  many: 'Device counters',
  module: 'maintenance',
  path: '/eam/device-meter',
  title: 'meterTitle',
  called: ['device', 'meterKind'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  columns: ['meterTitle', 'meterKind', 'reading', 'total', 'readOn', 'perDay', 'source'],
  emptyAdvice: { zh: '登记第一个读数后产生', en: 'The first reading creates one' },
  fields: {
    meterTitle: text({ zh: '计数设备', en: 'Counted device', list: true, search: 'pinyin', max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, goesWith: true }),
    meterKind: choice({ zh: '计数内容', en: 'Counts', required: true, of: meterKinds, ...readOnly }),
    /** What the counter shows. */
    reading: decimal({ zh: '当前读数', en: 'Reading', scale: 2, required: true, ...readOnly }),
    /** What all counters of the device have counted: it never falls. */
    total: decimal({ zh: '累计', en: 'Total', scale: 2, required: true, ...readOnly }),
    readOn: date({ zh: '读数日期', en: 'Read on', required: true, ...readOnly }),
    perDay: decimal({ zh: '日均（近 90 天）', en: 'Per day (last 90 days)', scale: 2, ...readOnly }),
    source: choice({ zh: '来源', en: 'Source', required: true, of: readingSources, ...readOnly }),
  },
})
