import { depreciationLine } from '../entities/ledger/depreciation-line.ts'
import { measure } from '../kit/figures/measure.ts'

/** What months charged, by department, category and fund. */
export const depreciation = measure('depreciation', depreciationLine, {
  zh: '折旧统计',
  en: 'Depreciation',
  module: 'ledger',
  path: '/eam/measure/depreciation',
  page: '/eam/depreciation-lines',
  where: { lineKind: 'charge' },
  filters: ['ruleSet', 'useDept', 'assetsCategory', 'fundSource', 'record', 'device'],
  period: 'postedOn',
  groups: {
    useDept: { by: 'useDept' },
    assetsCategory: { by: 'assetsCategory' },
    fundSource: { by: 'fundSource' },
    ruleSet: { by: 'ruleSet' },
    month: { by: 'postedOn', as: 'month', words: { zh: '月份', en: 'Month' } },
    year: { by: 'postedOn', as: 'year', words: { zh: '年份', en: 'Year' } },
  },
  figures: {
    amount: {
      kind: 'sum',
      of: 'amount',
      zh: '折旧额',
      en: 'Charge',
      unit: 'money',
      formula: { zh: '数据范围内已结账月份的折旧额之和。', en: 'The total depreciation of closed months in your data scope.' },
    },
    count: {
      kind: 'count',
      zh: '明细数',
      en: 'Lines',
      unit: 'lines',
      formula: { zh: '数据范围内的折旧明细数。', en: 'Depreciation lines in your data scope.' },
    },
  },
})
