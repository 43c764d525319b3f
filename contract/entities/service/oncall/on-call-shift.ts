import { entity } from '../../../kit/entity/entity.ts'
import { choice, date, link, text, time } from '../../../kit/fields/field.ts'
import { callable } from './on-call-people.ts'

const weekly = { when: { field: 'shiftKind', is: ['weekly'] } }
const dated = { when: { field: 'shiftKind', is: ['dated'] } }
const clock = { max: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', example: '18:00' }

/** The days of the week by number, Monday first. */
export const weekdays = {
  '1': { zh: '周一', en: 'Monday' },
  '2': { zh: '周二', en: 'Tuesday' },
  '3': { zh: '周三', en: 'Wednesday' },
  '4': { zh: '周四', en: 'Thursday' },
  '5': { zh: '周五', en: 'Friday' },
  '6': { zh: '周六', en: 'Saturday' },
  '7': { zh: '周日', en: 'Sunday' },
} as const

/** When a person is on call: each week, or once. What is dated goes before the week, such as a swap. */
export const onCallShift = entity('onCallShift', {
  zh: '值班班次',
  en: 'On-call shift',
  many: 'On-call shifts',
  module: 'service',
  path: '/eam/on-call-shift',
  title: 'shiftTitle',
  table: 'tenant',
  softDelete: true,
  columns: ['shiftTitle', 'shiftKind', 'weekday', 'fromTime', 'toTime', 'startsAt', 'endsAt', 'backup'],
  fields: {
    shiftTitle: text({ zh: '班次名称', en: 'Shift name', list: true, search: 'pinyin', max: 140, composed: ['rota', 'person'] }),
    rota: link({ zh: '值班表', en: 'On-call rota', to: 'onCallRota', required: true, list: true }),
    shiftKind: choice({
      ...{ zh: '排班方式', en: 'Kind of shift', required: true, list: true, initial: 'weekly' },
      of: { weekly: { zh: '每周固定', en: 'Every week', tone: 'plain' }, dated: { zh: '指定时间', en: 'Dated', tone: 'busy' } },
    }),
    weekday: choice({ zh: '星期', en: 'Weekday', list: true, of: weekdays, ...weekly }),
    fromTime: text({ zh: '每周起始时刻', en: 'From (each week)', list: true, ...clock, ...weekly }),
    /** At or before the start: on the next day. */
    toTime: text({ zh: '每周结束时刻', en: 'To (each week)', list: true, ...clock, example: '08:00', ...weekly }),
    validFrom: date({ zh: '生效日期', en: 'Valid from', list: true, ...weekly }),
    validTo: date({ zh: '生效至', en: 'Valid to', list: true, ...weekly }),
    startsAt: time({ zh: '班次开始', en: 'Shift begins', list: true, ...dated }),
    endsAt: time({ zh: '班次结束', en: 'Shift ends', list: true, ...dated }),
    person: link({ zh: '值班人', en: 'Person on call', required: true, list: true, ...callable }),
    backup: link({ zh: '备班人', en: 'Backup', list: true, ...callable }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
