import { deviceSecDay } from '../../entities/iot/device-sec-day.ts'
import { deviceSecMonth } from '../../entities/iot/device-sec-month.ts'
import { useFigures } from '../../entities/iot/use-figures.ts'
import { listOf, one, out, pageOf, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'
import { paging } from '../../kit/entity/paging.ts'
import { date, decimal, ids, integer, link, text } from '../../kit/fields/field.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

const reading = { module: 'iot', method: 'GET' } as const
const writing = { module: 'iot', method: 'POST', writes: true } as const
const device = link({ zh: '设备', en: 'Device', to: 'device' })
const month = text({ zh: '月份', en: 'Month', max: 10, pattern: '^\\d{4}-(0[1-9]|1[0-2])(-01)?$', example: '2026-11' })

/** Days of devices, and one of them. */
export const secDayLists = lists(deviceSecDay, {
  ofDevice: {
    kind: 'page',
    zh: '设备的用电日记录',
    en: 'Device energy by day',
    path: ['sec-device-page', '/device-dept-view/sec-monitor-page'],
    given: { deviceId: 'device', useDepartment: 'useDept' },
  },
  one: {
    kind: 'row',
    zh: '用电日记录详情',
    en: 'Device energy day details',
    path: ['sec-device-detail', 'details', '/device-info-view/sec-day-detail'],
  },
})

/** Months of devices, and one of them. */
export const secMonthLists = lists(deviceSecMonth, {
  ofDevice: {
    kind: 'page',
    zh: '设备的用电月记录',
    en: 'Device energy by month',
    path: ['sec-device-page', '/eam/device-sec-day/sec-month-page'],
    given: { deviceId: 'device' },
  },
  one: {
    kind: 'row',
    zh: '用电月记录详情',
    en: 'Device energy month details',
    path: ['sec-device-detail', '/eam/device-sec-day/month-detail'],
  },
})

/** Sets the power from which devices count as on standby and as running, from a day on; today if none is named, so that what was stays. */
export const setRange = call('deviceRange.set', {
  ...writing,
  zh: '设置功率阈值',
  en: 'Set power thresholds',
  path: `${deviceSecDay.path}/set-range`,
  may: 'deviceRange.manage',
  changes: ['deviceRange', 'deviceSecDay', 'deviceSecMonth'],
  input: {
    deviceIds: ids({ zh: '设备', en: 'Devices', to: 'device', required: true, max: 500 }),
    validFrom: date({ zh: '生效日期（从该日起重新计算）', en: 'Valid from (days are worked out again from then)' }),
    standbyFrom: decimal({ zh: '待机功率下限（W）', en: 'Standby from (W)', scale: 2, required: true, min: 0, max: 10_000_000 }),
    runningFrom: decimal({ zh: '运行功率下限（W）', en: 'Running from (W)', scale: 2, required: true, min: 0, max: 10_000_000 }),
  },
  answers: one({ changed: out.number }),
})

const daySeconds = { required: true, min: 0, max: 86_400 } as const
const entered = {
  kwh: decimal({ zh: '用电量（kWh）', en: 'Energy (kWh)', scale: 6, required: true, min: 0, max: 1_000_000_000 }),
  remark: text({ zh: '录入原因', en: 'Reason for entry', required: true, multiline: true, max: 500 }),
} as const

/** Enters what a device did on a day by hand. It stands in place of what its sensor says. */
export const enterDay = call('deviceSecDay.enter', {
  ...writing,
  zh: '手工录入用电日记录',
  en: 'Enter an energy day',
  path: `${deviceSecDay.path}/submit-record`,
  may: 'deviceSecDay.write',
  changes: ['deviceSecDay', 'deviceSecMonth'],
  input: {
    device: { ...device, required: true },
    day: date({ zh: '日期', en: 'Date', required: true }),
    runningSeconds: integer({ zh: '运行时长（秒）', en: 'Running (s)', ...daySeconds }),
    standbySeconds: integer({ zh: '待机时长（秒）', en: 'Standby (s)', ...daySeconds }),
    offSeconds: integer({ zh: '关机时长（秒）', en: 'Off (s)', ...daySeconds }),
    ...entered,
  },
  answers: one(saved),
})

/** Enters the energy of a whole month by hand, for a device without a sensor: on its last day, so that the days still add up to the month. */
export const enterMonth = call('deviceSecMonth.enter', {
  ...writing,
  zh: '手工录入用电月记录',
  en: 'Enter an energy month',
  path: `${deviceSecMonth.path}/submit`,
  may: 'deviceSecDay.write',
  changes: ['deviceSecDay', 'deviceSecMonth'],
  input: { device: { ...device, required: true }, month: { ...month, required: true }, ...entered },
  answers: one(saved),
})

/** Takes back what was entered by hand in months; what sensors said stands again. */
export const discardEntered = call('deviceSecMonth.discard', {
  ...writing,
  zh: '撤销手工录入的用电记录',
  en: 'Discard entered energy',
  path: `${deviceSecMonth.path}/remove`,
  may: 'deviceSecDay.write',
  changes: ['deviceSecDay', 'deviceSecMonth'],
  input: { ids: ids({ zh: '用电月记录', en: 'Device energy months', to: 'deviceSecMonth', required: true, max: 200 }) },
  answers: one({ removed: out.number }),
})

/** The ten-minute records of a day: of a day record by its id, or of a device on a day. */
export const tenRecords = call('deviceSecDay.tenRecords', {
  ...reading,
  zh: '十分钟用电记录',
  en: 'Ten-minute records',
  path: `${deviceSecDay.path}/device-ten-record`,
  may: 'deviceSecDay.list',
  reads: ['deviceSecDay'],
  input: { ...paging, id: text({ zh: '编号', en: 'ID', max: 36 }), device, day: date({ zh: '日期', en: 'Date' }) },
  answers: pageOf({ at: out.text, ...useFigures }),
})

/** How long a device ran in each hour of seven days, the last one given, and for how long there are readings. */
export const weekHours = call('deviceSecDay.weekHours', {
  ...reading,
  zh: '一周分时运行',
  en: 'Weekly running hours',
  path: `${deviceSecDay.path}/week-hours`,
  may: 'deviceSecDay.list',
  reads: ['deviceSecDay'],
  input: { device: { ...device, required: true }, day: date({ zh: '日期', en: 'Date' }) },
  answers: listOf({ day: out.text, hour: out.number, runningSeconds: out.number, measuredSeconds: out.number }),
})

const sums = {
  month: out.text,
  deviceCount: out.number,
  runningSeconds: out.number,
  standbySeconds: out.number,
  offSeconds: out.number,
  starts: out.number,
  kwh: out.number,
  energyCost: out.nullable(out.number),
  valleyKwh: out.nullable(out.number),
  co2Kg: out.nullable(out.number),
} as const

/** Months of departments: the sums of their devices' days. */
export const deptMonths = call('deviceSecMonth.ofDepts', {
  ...reading,
  zh: '科室用电月记录',
  en: 'Department energy by month',
  path: `${deviceSecMonth.path}/dept-sec-page`,
  may: 'deviceSecMonth.list',
  reads: ['deviceSecDay', 'deviceSecMonth'],
  input: { ...paging, month, useDept: link({ zh: '使用科室', en: 'Department', to: 'dept' }) },
  answers: pageOf({ useDeptId: out.nullable(out.text), useDeptName: out.nullable(out.text), ...sums }),
})

/** Months of the hospital: the sums of the devices that the person sees. */
export const hospitalMonths = call('deviceSecMonth.ofHospital', {
  ...reading,
  zh: '全院用电月记录',
  en: 'Hospital energy by month',
  path: `${deviceSecMonth.path}/tenant-sec-page`,
  may: 'deviceSecMonth.list',
  reads: ['deviceSecDay', 'deviceSecMonth'],
  input: { ...paging, month },
  answers: pageOf(sums),
})

/** Devices whose department or sensor changed in a month, with the part of each. */
export const transferred = call('deviceSecMonth.transfer', {
  ...reading,
  zh: '用电结转',
  en: 'Energy transfer',
  path: `${deviceSecMonth.path}/transfer`,
  may: 'deviceSecMonth.list',
  reads: ['deviceSecDay', 'deviceSecMonth', 'sensorBinding'],
  input: { month, device },
  answers: listOf({
    month: out.text,
    deviceId: out.text,
    deviceName: out.nullable(out.text),
    useDeptId: out.nullable(out.text),
    useDeptName: out.nullable(out.text),
    sensorCode: out.nullable(out.text),
    from: out.text,
    until: out.text,
    runningSeconds: out.number,
    kwh: out.number,
  }),
})

const period = { from: date({ zh: '从', en: 'From' }), until: date({ zh: '至', en: 'Until' }), tenantId: tenantField } as const

/** Metered devices that were not switched on in a period; the last 30 days if none is named. */
export const neverOn = call('deviceSecDay.neverOn', {
  ...reading,
  zh: '未开机设备',
  en: 'Devices not switched on',
  path: '/eam/sec-view/no-open',
  may: 'deviceSecDay.list',
  reads: ['deviceSecDay', 'sensorConfig'],
  input: period,
  answers: listOf({
    deviceId: out.text,
    deviceName: out.nullable(out.text),
    useDeptName: out.nullable(out.text),
    sensorCode: out.text,
    lastOnDay: out.nullable(out.text),
  }),
})

/** Use of metered devices by class in a period: running time of the time with readings, against the target. */
export const useGrades = call('deviceSecDay.useGrades', {
  ...reading,
  zh: '使用评价',
  en: 'Use by class',
  path: '/eam/sec-view/use-evaluations',
  may: 'deviceSecDay.list',
  reads: ['deviceSecDay', 'device', 'deviceClass'],
  input: period,
  answers: listOf({
    classifyId: out.nullable(out.text),
    name: out.nullable(out.text),
    deviceCount: out.number,
    runningSeconds: out.number,
    measuredSeconds: out.number,
    rate: out.nullable(out.number),
    target: out.number,
    grade: out.nullable(out.word('good', 'fair', 'low')),
  }),
})

/** Bound sensors by building and status. */
export const sensorBuildings = call('sensorConfig.buildings', {
  ...reading,
  zh: '传感器楼栋分布',
  en: 'Sensors by building',
  path: '/eam/sec-view/building-distribution',
  may: 'sensorConfig.list',
  reads: ['sensorConfig', 'device', 'location'],
  input: { tenantId: tenantField },
  answers: listOf({ id: out.nullable(out.text), name: out.nullable(out.text), count: out.number, online: out.number, offline: out.number }),
})

/** A device as its sensors see it now, with today's figures. */
export const deviceNow = call('sensorConfig.deviceNow', {
  ...reading,
  zh: '设备运行详情',
  en: 'Device operation',
  path: '/device-info-view/device-detail',
  may: 'sensorConfig.list',
  reads: ['sensorConfig', 'device', 'deviceSecDay'],
  input: { id: text({ zh: '设备', en: 'Device', required: true, max: 36 }) },
  answers: one({
    id: out.text,
    deviceName: out.nullable(out.text),
    deviceCode: out.nullable(out.text),
    useDeptName: out.nullable(out.text),
    watts: out.nullable(out.number),
    state: out.nullable(out.word('running', 'standby', 'off')),
    sensors: out.list({ id: out.text, sensorCode: out.text, sensorKind: out.text, liveState: out.text, lastSeen: out.nullable(out.text) }),
    today: out.nullable({
      runningSeconds: out.number,
      standbySeconds: out.number,
      offSeconds: out.number,
      kwh: out.number,
      energyCost: out.nullable(out.number),
      starts: out.number,
    }),
  }),
})
