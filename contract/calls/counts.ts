import { call } from '../kit/call.ts'
import { link } from '../kit/field.ts'

const counting = { area: 'insight', method: 'GET', may: 'device.list', reads: ['device'] } as const

/** Counts of the register within what a person sees: `key`, `name`, `count`, and `amount`, the sum of original values. */
export const filingCount = call('device.filingCount', {
  ...counting,
  zh: '按建档状态计数',
  en: 'Cards by filing state',
  path: '/eam/device/filing-count',
  answers: 'list',
  input: {},
})
export const filingDeptCount = call('device.filingDeptCount', {
  ...counting,
  zh: '各科室建档计数',
  en: 'Cards of departments by filing state',
  path: '/eam/device/filing-dept-count',
  answers: 'list',
  input: {},
})
export const classCount = call('device.classCount', {
  ...counting,
  zh: '按医疗器械分类计数',
  en: 'Cards by device class',
  path: '/eam/device/count-by-classifyId',
  answers: 'list',
  input: { classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass' }) },
})
export const statusCount = call('device.statusCount', {
  ...counting,
  zh: '按设备状态计数',
  en: 'Cards by state',
  path: ['/eam/home-page/status-distribution', '/eam/sec-view/status-total'],
  answers: 'list',
  input: {},
})
export const deviceStatistics = call('device.statistics', {
  ...counting,
  zh: '设备总数和原值',
  en: 'Cards and their value',
  path: '/eam/home-page/device-statistics',
  answers: 'one',
  input: {},
})
export const categoryCount = call('device.categoryCount', {
  ...counting,
  zh: '按资产分类计数',
  en: 'Cards by asset category',
  path: ['/eam/home-page/ranking-categories', '/eam/report/count-assets-category'],
  answers: 'list',
  input: {},
})
export const deptCount = call('device.deptCount', {
  ...counting,
  zh: '按使用科室计数',
  en: 'Cards by department',
  path: '/eam/home-page/dept-device-count',
  answers: 'list',
  input: {},
})
export const importantCount = call('device.importantCount', {
  ...counting,
  zh: '按重点分类计数',
  en: 'Cards by important class',
  path: '/eam/sec-view/important-classification-total',
  answers: 'list',
  input: {},
})
