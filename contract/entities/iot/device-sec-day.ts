import { entity } from '../../kit/entity/entity.ts'
import { date, flag, link, text } from '../../kit/fields/field.ts'
import { energyFigures } from './energy-figures.ts'
import { useFigures } from './use-figures.ts'

/** What a device did and used on a day of the hospital: the sum of its ten-minute records, or entered by hand. */
export const deviceSecDay = entity('deviceSecDay', {
  zh: '设备用电日记录',
  en: 'Device energy day',
  many: 'Device energy days',
  module: 'iot',
  path: '/eam/device-sec-day',
  title: 'dayTitle',
  called: ['device'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  sort: { by: 'day', descending: true },
  columns: ['dayTitle', 'device', 'useDept', 'kwh', 'runningSeconds', 'standbySeconds', 'offSeconds'],
  fields: {
    dayTitle: text({ zh: '记录日期', en: 'Record date', required: true, readOnly: true, list: true, search: true, max: 10 }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    day: date({ zh: '日期', en: 'Date', required: true, readOnly: true }),
    /** The department that had the device on that day. */
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true, list: true }),
    /** The class of the device on that day. */
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', readOnly: true }),
    ...useFigures,
    ...energyFigures,
    isManual: flag({ zh: '手工录入', en: 'Entered by hand', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', readOnly: true, multiline: true, max: 500 }),
  },
})
