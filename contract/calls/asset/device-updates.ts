import { listOf, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { paging } from '../../kit/entity/paging.ts'
import { choice, date, link } from '../../kit/fields/field.ts'

const base = '/eam/deviceupdaterecord'
const facts = { module: 'asset', method: 'GET', may: 'device.list' } as const
/** The days of the events, both included; all of them when none are named. */
const days = { startTime: date({ zh: '从', en: 'From' }), endTime: date({ zh: '至', en: 'Until' }) } as const
const { number, nullable, text } = out

/** How many events the devices have that the person sees, as the list of device changes shows them. */
export const updatesByMonth = call('device.updatesByMonth', {
  ...facts,
  reads: ['device'],
  zh: '设备变更月报',
  en: 'Device changes by month',
  path: `${base}/all-time`,
  input: days,
  answers: listOf({ month: text, count: number, devices: number }),
})

export const updatesCount = call('device.updatesCount', {
  ...facts,
  reads: ['device'],
  zh: '设备变更数',
  en: 'Device change totals',
  path: `${base}/count-all-time`,
  input: days,
  answers: one({ count: number, devices: number, people: number }),
})

export const updatesByDate = call('device.updatesByDate', {
  ...facts,
  reads: ['device'],
  zh: '按日期的设备变更数',
  en: 'Device changes by date',
  path: `${base}/count-by-dates`,
  input: {
    ...days,
    dateType: choice({
      zh: '日期类型',
      en: 'Date type',
      of: { day: { zh: '日', en: 'Day' }, month: { zh: '月', en: 'Month' }, year: { zh: '年', en: 'Year' } },
    }),
  },
  answers: listOf({ date: text, count: number }),
})

/** By kind of change, the most frequent first. */
export const updatesByKind = call('device.updatesByKind', {
  ...facts,
  reads: ['device'],
  zh: '按类型的设备变更数',
  en: 'Device changes by kind',
  path: `${base}/count-other`,
  input: days,
  answers: listOf({ key: text, name: text, count: number }),
})

/** By the department in which the devices are today. */
export const updatesByDept = call('device.updatesByDept', {
  ...facts,
  reads: ['device', 'dept'],
  zh: '科室设备变更数',
  en: 'Device changes by department',
  path: `${base}/page-dept`,
  input: {
    ...paging,
    ...days,
    dept: link({ zh: '使用科室', en: 'Department', to: 'dept' }),
  },
  answers: pageOf({ id: text, useDeptId: nullable(text), useDeptName: nullable(text), count: number, devices: number, lastTime: text }),
})
