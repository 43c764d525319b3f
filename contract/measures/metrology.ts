import { metrologyRecord } from '../entities/service/metrology-record.ts'
import { measure } from '../kit/figures/measure.ts'

/** How much is verified and calibrated, how much of it passes, and what it costs. */
export const metrology = measure('metrology', metrologyRecord, {
  zh: '计量统计',
  en: 'Metrology',
  module: 'service',
  path: '/eam/measure/metrology',
  page: '/eam/measure-record',
  where: { recordStatus: 'done' },
  filters: ['measureKind', 'result', 'useDept', 'device'],
  period: 'measuredOn',
  groups: {
    year: { by: 'measuredOn', as: 'year', words: { zh: '计量年份', en: 'Metrology year' } },
    month: { by: 'measuredOn', as: 'month', words: { zh: '计量月份', en: 'Metrology month' } },
    useDept: { by: 'useDept' },
    result: { by: 'result' },
    measureKind: { by: 'measureKind' },
    device: { by: 'device' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '计量次数',
      en: 'Measurements',
      unit: 'lines',
      formula: { zh: '数据范围内已完成的计量记录数。', en: 'Finished metrology records in your data scope.' },
    },
    passed: {
      kind: 'ratio',
      part: { result: 'passed' },
      zh: '计量合格率',
      en: 'Pass rate',
      unit: 'percent',
      formula: {
        zh: '计量合格率 = 结果合格的计量 ÷ 已完成的计量。',
        en: 'Pass rate = passed measurements ÷ finished measurements.',
      },
    },
    cost: {
      kind: 'sum',
      of: 'cost',
      zh: '计量费用',
      en: 'Cost',
      unit: 'money',
      formula: { zh: '这些计量的费用之和，未填按 0 计。', en: 'The sum of their costs; a record without one counts as 0.' },
    },
  },
  reports: {
    all: { zh: '计量月报', en: 'Metrology by month', path: '/sps/hospital/work-order-measure/all-report', group: 'month' },
    byDept: { zh: '科室计量报表', en: 'Metrology by department', path: '/sps/hospital/work-order-measure/dept-report', group: 'useDept' },
  },
})
