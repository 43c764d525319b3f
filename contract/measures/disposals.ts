import { deviceDisposal } from '../entities/disposal/device-disposal.ts'
import { measure } from '../kit/figures/measure.ts'

/** What left the hospital, what it had cost, and what it brought. */
export const disposals = measure('disposals', deviceDisposal, {
  zh: '处置统计',
  en: 'Disposals',
  module: 'disposal',
  path: '/eam/measure/disposals',
  page: '/eam/dev-disposal',
  where: { disposalStatus: 'executed,finished' },
  filters: ['disposalType', 'disposalStatus', 'declareReasons', 'useDept'],
  period: 'executedAt',
  groups: {
    month: { by: 'executedAt', as: 'month', words: { zh: '处置月份', en: 'Disposal month' } },
    disposalType: { by: 'disposalType' },
    useDept: { by: 'useDept' },
    declareReasons: { by: 'declareReasons' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '处置单数',
      en: 'Disposals',
      unit: 'lines',
      formula: { zh: '已处置和已办结的处置申请数。', en: 'Disposals that were executed or closed.' },
    },
    devices: {
      kind: 'sum',
      of: 'deviceCount',
      zh: '处置台数',
      en: 'Devices',
      unit: 'devices',
      formula: { zh: '这些申请的设备台数之和。', en: 'The total of devices in these disposals.' },
    },
    value: {
      kind: 'sum',
      of: 'originalTotal',
      zh: '处置原值',
      en: 'Original value',
      unit: 'money',
      formula: { zh: '这些设备申报时的原值之和。', en: 'The total original value of these devices when declared.' },
    },
    proceeds: {
      kind: 'sum',
      of: 'proceeds',
      zh: '处置收入',
      en: 'Proceeds',
      unit: 'money',
      formula: { zh: '这些申请登记的处置收入之和，未填按 0 计。', en: 'The proceeds entered for these disposals; none counts as 0.' },
    },
  },
})
