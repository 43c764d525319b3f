import { ambulanceCheck } from '../entities/check/ambulance-check.ts'
import { measure } from '../kit/figures/measure.ts'

/** How complete the life-saving devices of shifts were. */
export const ambulanceChecks = measure('ambulanceChecks', ambulanceCheck, {
  zh: '急救检查统计',
  en: 'Emergency checks',
  module: 'check',
  path: '/eam/measure/ambulance-checks',
  page: '/eam/ambulance-check',
  filters: ['dept', 'shift', 'checkResult', 'checker'],
  period: 'checkDate',
  groups: {
    month: { by: 'checkDate', as: 'month', words: { zh: '检查月份', en: 'Check month' } },
    dept: { by: 'dept' },
    shift: { by: 'shift' },
    checkResult: { by: 'checkResult' },
    checker: { by: 'checker' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '检查次数',
      en: 'Checks',
      unit: 'checks',
      formula: { zh: '急救检查的次数。', en: 'Emergency checks.' },
    },
    losses: {
      kind: 'sum',
      of: 'lossCount',
      zh: '缺失项数',
      en: 'Missing items',
      unit: 'lines',
      formula: { zh: '这些检查中缺失的项数之和。', en: 'The total of missing items in these checks.' },
    },
    complete: {
      kind: 'ratio',
      part: { checkResult: 'complete' },
      zh: '齐全率',
      en: 'Completeness rate',
      unit: 'percent',
      formula: { zh: '齐全率 = 没有缺失的检查 ÷ 全部检查。', en: 'Completeness rate = checks without anything missing ÷ all checks.' },
    },
  },
})
