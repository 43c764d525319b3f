import type { device } from '../../entities/asset/device/device.ts'
import type { deviceUse } from '../../entities/custody/device-use.ts'
import type { deviceDisposal } from '../../entities/disposal/device-disposal.ts'
import type { repairOrder } from '../../entities/service/repair-order.ts'
import { listOf, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { homeReads } from '../../kit/entity/home.ts'
import { paging } from '../../kit/entity/paging.ts'
import { integer, link } from '../../kit/fields/field.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

const base = '/area/data-view'
const facts = { module: 'insight', method: 'GET' } as const
const { number, nullable, text } = out
/** Boards name the tenant of their session; another one is refused. */
const ofTenant = { tenantId: tenantField } as const

/** Devices that stand in a place or anywhere below it; all of them when none is named. Other filters are those of the list of devices. */
export const areaDevices = call('area.devices', {
  ...facts,
  may: 'device.list',
  reads: ['device', 'location'],
  zh: '区域设备',
  en: 'Devices in an area',
  path: `${base}/device-list`,
  input: { ...paging, location: link({ zh: '区域', en: 'Area', to: 'location' }) },
  answers: pageOf(out.listed<typeof device>('device')),
})

/** The rows behind the warnings of the first page that are about a device which the person sees. */
export const areaWarnings = call('area.warnings', {
  ...facts,
  may: 'device.list',
  reads: homeReads,
  zh: '设备预警',
  en: 'Device warnings',
  path: `${base}/warning-list-two`,
  input: { ...paging, ...ofTenant },
  answers: pageOf({
    id: text,
    kind: text,
    kindValue: text,
    tone: out.word('plain', 'busy', 'warn', 'bad'),
    page: text,
    deviceId: text,
    deviceName: text,
    deviceCode: nullable(text),
    useDeptName: nullable(text),
  }),
})
export const areaWarningsCount = call('area.warningsCount', {
  ...facts,
  may: 'device.list',
  reads: homeReads,
  zh: '设备预警数',
  en: 'Device warning total',
  path: `${base}/warning-list-two-count`,
  input: ofTenant,
  answers: one({ count: number }),
})

/** All warnings of the first page, added up. */
export const warningTotal = call('home.warningTotal', {
  ...facts,
  may: 'session',
  reads: homeReads,
  zh: '首页：预警总数',
  en: 'Home: warning total',
  path: '/eam/app/device/home-warning-count',
  input: {},
  answers: one({ count: number }),
})

/** A year as a number; this year when none is named. */
const year = { ...paging, year: integer({ zh: '年份', en: 'Year', min: 2000, max: 2100 }) } as const

export const yearDisposals = call('area.yearDisposals', {
  ...facts,
  may: 'deviceDisposal.list',
  reads: ['deviceDisposal'],
  zh: '年度处置',
  en: 'Yearly disposals',
  path: `${base}/year-disposal-page`,
  input: year,
  answers: pageOf(out.listed<typeof deviceDisposal>('deviceDisposal')),
})
export const yearWork = call('area.yearWork', {
  ...facts,
  may: 'repairOrder.list',
  reads: ['repairOrder'],
  zh: '年度完成工单',
  en: 'Yearly finished orders',
  path: `${base}/year-work-page`,
  input: year,
  answers: pageOf(out.listed<typeof repairOrder>('repairOrder')),
})
export const yearLoans = call('area.yearLoans', {
  ...facts,
  may: 'deviceUse.list',
  reads: ['deviceUse'],
  zh: '年度借调',
  en: 'Yearly loans',
  path: `${base}/year-seconded-page`,
  input: year,
  answers: pageOf(out.listed<typeof deviceUse>('deviceUse')),
})

/** Devices that are not disposed of, and their value, by the building in which they stand; without a key those that stand in none. */
export const buildings = call('device.byBuilding', {
  ...facts,
  may: 'device.list',
  reads: ['device', 'location'],
  zh: '楼栋设备分布',
  en: 'Devices by building',
  path: '/large/screen/building-distribution',
  input: ofTenant,
  answers: listOf({ key: nullable(text), name: nullable(text), count: number, amount: nullable(text) }),
})
