import type { device } from '../../entities/asset/device/device.ts'
import type { repairOrder } from '../../entities/service/repair-order.ts'
import { one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { paging } from '../../kit/entity/paging.ts'
import { choice, date, link, text } from '../../kit/fields/field.ts'

/** The days that are shown; the last 30 when none are named. */
const days = { day_ge: date({ zh: '从', en: 'From' }), day_le: date({ zh: '至', en: 'Until' }) } as const
const facts = { module: 'insight', method: 'GET' } as const
const useDept = link({ zh: '使用科室', en: 'Department', to: 'dept' })

/** What is checked in a day: inspections, quality controls with their checklists, and metrology. */
export const qualitySources = {
  inspection: { zh: '巡检', en: 'Inspection' },
  quality: { zh: '质控', en: 'Quality control' },
  measure: { zh: '计量', en: 'Metrology' },
} as const
/** How a check of a day ended. Overdue: due on the day and not done by its end. */
export const qualityOutcomes = {
  done: { zh: '已完成', en: 'Finished' },
  passed: { zh: '合格', en: 'Passed' },
  failed: { zh: '不合格', en: 'Failed' },
  overdue: { zh: '逾期', en: 'Overdue' },
} as const

const outcomes = out.nullable({ done: out.number, passed: out.number, failed: out.number, overdue: out.number })

/** One row per day, newest first. A part is null for people who may not list its rows; `devices`: those behind the counts. */
export const qualityDays = call('quality.days', {
  ...facts,
  zh: '质量日报',
  en: 'Daily quality report',
  path: '/eam/quality-daily/list',
  may: 'checklistTask.list',
  reads: ['checklistTask', 'qualityControl', 'measureRecord', 'device'],
  input: { ...paging, ...days },
  answers: pageOf({
    id: out.text,
    day: out.text,
    inspection: outcomes,
    quality: outcomes,
    measure: outcomes,
    devices: out.nullable(out.number),
  }),
})

/** The devices behind the counts of days; of one source or outcome if they are named. Other filters are those of the list of devices. */
export const qualityDevices = call('quality.devices', {
  ...facts,
  zh: '质量日报的设备',
  en: 'Daily quality report devices',
  path: '/eam/quality-daily/device-page',
  may: 'device.list',
  reads: ['checklistTask', 'qualityControl', 'measureRecord', 'device'],
  input: {
    ...paging,
    ...days,
    source: choice({ zh: '检查来源', en: 'Source', of: qualitySources }),
    outcome: choice({ zh: '检查情况', en: 'Outcome', of: qualityOutcomes }),
  },
  answers: pageOf(out.listed<typeof device>('device')),
})

const { number, nullable } = out
/**
 * cards: entered by the end of the day and not disposed of, in their department of today; added: entered; moved: received, handed over or
 * returned to stock; reported and repaired: repair orders; stopped: out-of-service records; lent: received by a borrower. Null for people who may
 * not list the rows of a count.
 */
const dayCounts = {
  cards: nullable(number),
  added: nullable(number),
  moved: nullable(number),
  reported: nullable(number),
  repaired: nullable(number),
  stopped: nullable(number),
  lent: nullable(number),
} as const
const dayRow = { id: out.text, day: out.text, useDeptId: nullable(out.text), useDeptName: nullable(out.text), ...dayCounts } as const

/** One row per day and department, newest day first. */
export const deviceDays = call('device.days', {
  ...facts,
  zh: '设备日报',
  en: 'Daily device report',
  path: '/eam/device-daily/list',
  may: 'device.list',
  reads: ['device', 'deviceUse', 'repairOrder', 'deviceStop', 'dept'],
  input: { ...paging, ...days, useDept },
  answers: pageOf(dayRow),
})

/** The same for all departments that the person sees, one row per day. */
export const deviceDaysOfAll = call('device.daysOfAll', {
  ...facts,
  zh: '全院设备日报',
  en: 'Hospital-wide daily device report',
  path: '/eam/device-daily/eam-list',
  may: 'device.list',
  reads: ['device', 'deviceUse', 'repairOrder', 'deviceStop', 'dept'],
  input: { ...paging, ...days },
  answers: pageOf(dayRow),
})

/** A row of either report by its id, with the repair orders that were reported or repaired on the day. */
export const deviceDay = call('device.day', {
  ...facts,
  zh: '设备日报明细',
  en: 'Daily device report details',
  path: '/eam/device-daily/sps-detail',
  may: 'repairOrder.list',
  reads: ['device', 'deviceUse', 'repairOrder', 'deviceStop', 'dept'],
  input: { id: text({ zh: '编号', en: 'ID', required: true, max: 60 }) },
  answers: one({ ...dayRow, orders: out.list(out.listed<typeof repairOrder>('repairOrder')) }),
})

/** Filed devices with their use of today; null for people who may not list count records or use records. */
export const devicesToday = call('device.today', {
  ...facts,
  zh: '设备当日使用',
  en: 'Devices with their use of today',
  path: '/cy/device-page',
  may: 'device.list',
  reads: ['device', 'deviceUse', 'checkScan'],
  input: paging,
  answers: pageOf(
    out.with(out.listed<typeof device>('device'), {
      lastSeenAt: nullable(out.text),
      scannedToday: nullable(number),
      lentToday: nullable(out.flag),
      usedToday: nullable(out.flag),
    }),
  ),
})
