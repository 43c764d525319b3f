import { device } from '../../entities/asset/device/device.ts'
import { standingStates } from '../../entities/asset/device/device-states.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { lists } from '../../kit/entity/list.ts'

const counting = { kind: 'count', module: 'insight', sum: 'originalValue' } as const
/** Totals of devices and of value leave out disposed ones. */
const standing = { ...counting, where: { eamStatus: standingStates } } as const

/** Counts of the register within what a person sees; `amount` is the sum of original values. Disposed cards are in the count by state alone. */
export const deviceCounts = lists(device, {
  filingCount: { ...standing, zh: '按建档状态计数', en: 'Devices by filing status', path: 'filing-count', by: 'filingStatus' },
  filingDeptCount: {
    kind: 'count',
    module: 'insight',
    zh: '各科室建档计数',
    en: 'Filing status by department',
    path: 'filing-dept-count',
    by: 'useDept',
    each: 'filingStatus',
    where: { eamStatus: standingStates },
  },
  classCount: {
    ...standing,
    zh: '按医疗器械分类计数',
    en: 'Devices by class',
    path: 'count-by-classifyId',
    by: 'classify',
    within: true,
  },
  statusCount: {
    ...counting,
    zh: '按设备状态计数',
    en: 'Devices by status',
    path: ['/eam/home-page/status-distribution', '/eam/sec-view/status-total'],
    by: 'eamStatus',
  },
  categoryCount: {
    ...standing,
    zh: '按资产分类计数',
    en: 'Devices by asset category',
    path: ['/eam/home-page/ranking-categories', '/eam/report/count-assets-category'],
    by: 'assetsCategory',
  },
  deptCount: { ...standing, zh: '按使用科室计数', en: 'Devices by department', path: '/eam/home-page/dept-device-count', by: 'useDept' },
  importantCount: {
    ...standing,
    zh: '按重点分类计数',
    en: 'Devices by priority class',
    path: '/eam/sec-view/important-classification-total',
    by: 'importantClassification',
  },
})

/** `count` and `amount` leave out disposed cards, which `states` counts too; `amount`: null where the hospital hides the value. */
export const deviceStatistics = call('device.statistics', {
  zh: '设备总数和原值',
  en: 'Device count and value',
  module: 'insight',
  method: 'GET',
  path: ['/eam/home-page/device-statistics', '/large/screen/summary', '/data-view/all-count', '/eam/report/mainReport'],
  may: 'device.list',
  reads: ['device'],
  answers: one({ count: out.number, amount: out.nullable(out.text), states: out.list(deviceCounts.statusCount.answers.shape) }),
  input: {},
})
