import { entity } from '../../kit/entity/entity.ts'
import { date, integer, link, text } from '../../kit/fields/field.ts'
import { energyFigures } from './energy-figures.ts'
import { useFigures } from './use-figures.ts'

/** What a device did and used in a month: the sum of its days. */
export const deviceSecMonth = entity('deviceSecMonth', {
  zh: '设备用电月记录',
  en: 'Device energy month',
  many: 'Device energy months',
  module: 'iot',
  path: '/eam/device-sec-month',
  title: 'monthTitle',
  called: ['device'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  names: { list: ['page'] },
  scope: { through: 'device' },
  sort: { by: 'month', descending: true },
  columns: ['monthTitle', 'device', 'kwh', 'runningSeconds', 'standbySeconds', 'offSeconds'],
  fields: {
    monthTitle: text({ zh: '记录月份', en: 'Record month', required: true, readOnly: true, list: true, search: true, max: 7 }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    /** The first day of the month. */
    month: date({ zh: '月份', en: 'Month', required: true, readOnly: true }),
    dayCount: integer({ zh: '天数', en: 'Days', required: true, readOnly: true, list: true, min: 0 }),
    ...useFigures,
    ...energyFigures,
  },
})
