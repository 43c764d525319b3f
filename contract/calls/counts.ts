import { filingStates } from '../entities/asset/device-states.ts'
import { listOf, one, out } from '../kit/answer.ts'
import { call } from '../kit/call.ts'
import { link } from '../kit/field.ts'

/** `key`: the value or row that is counted by, null for none; `amount`: the sum of original values. */
const counted = { key: out.nullable(out.text), name: out.nullable(out.text), count: out.number, amount: out.text } as const
const byFiling = Object.fromEntries(Object.keys(filingStates).map((state) => [state, out.number])) as Record<
  keyof typeof filingStates,
  typeof out.number
>

const counting = { area: 'insight', method: 'GET', may: 'device.list', reads: ['device'] } as const

/** Counts of the register within what a person sees: `key`, `name`, `count`, and `amount`, the sum of original values. */
export const filingCount = call('device.filingCount', {
  ...counting,
  zh: '按建档状态计数',
  en: 'Cards by filing state',
  path: '/eam/device/filing-count',
  answers: listOf(counted),
  input: {},
})
export const filingDeptCount = call('device.filingDeptCount', {
  ...counting,
  zh: '各科室建档计数',
  en: 'Cards of departments by filing state',
  path: '/eam/device/filing-dept-count',
  answers: listOf({ key: counted.key, name: counted.name, count: counted.count, ...byFiling }),
  input: {},
})
export const classCount = call('device.classCount', {
  ...counting,
  zh: '按医疗器械分类计数',
  en: 'Cards by device class',
  path: '/eam/device/count-by-classifyId',
  answers: listOf(counted),
  input: { classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass' }) },
})
export const statusCount = call('device.statusCount', {
  ...counting,
  zh: '按设备状态计数',
  en: 'Cards by state',
  path: ['/eam/home-page/status-distribution', '/eam/sec-view/status-total'],
  answers: listOf(counted),
  input: {},
})
export const deviceStatistics = call('device.statistics', {
  ...counting,
  zh: '设备总数和原值',
  en: 'Cards and their value',
  path: ['/eam/home-page/device-statistics', '/large/screen/summary', '/data-view/all-count'],
  answers: one({ count: counted.count, amount: counted.amount, states: out.list(counted) }),
  input: {},
})
export const categoryCount = call('device.categoryCount', {
  ...counting,
  zh: '按资产分类计数',
  en: 'Cards by asset category',
  path: ['/eam/home-page/ranking-categories', '/eam/report/count-assets-category'],
  answers: listOf(counted),
  input: {},
})
export const deptCount = call('device.deptCount', {
  ...counting,
  zh: '按使用科室计数',
  en: 'Cards by department',
  path: '/eam/home-page/dept-device-count',
  answers: listOf(counted),
  input: {},
})
export const importantCount = call('device.importantCount', {
  ...counting,
  zh: '按重点分类计数',
  en: 'Cards by important class',
  path: '/eam/sec-view/important-classification-total',
  answers: listOf(counted),
  input: {},
})
