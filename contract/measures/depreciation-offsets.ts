import { depreciationOffset } from '../entities/ledger/depreciation-offset.ts'
import { measure } from '../kit/figures/measure.ts'

/** What offsets added to the charges of months or took back, by the department and the fund that they were posted to. */
export const depreciationOffsets = measure('depreciationOffsets', depreciationOffset, {
  zh: '折旧冲销统计',
  en: 'Depreciation offsets',
  module: 'ledger',
  path: '/eam/measure/depreciation-offsets',
  page: '/eam/depreciation-offsets',
  where: { postedOn: '_some' },
  filters: ['rule', 'useDept', 'postedFund', 'offsetKind', 'record', 'device'],
  period: 'postedOn',
  groups: {
    useDept: { by: 'useDept' },
    postedFund: { by: 'postedFund' },
    offsetKind: { by: 'offsetKind' },
    rule: { by: 'rule' },
    month: { by: 'postedOn', as: 'month', words: { zh: '月份', en: 'Month' } },
    year: { by: 'postedOn', as: 'year', words: { zh: '年份', en: 'Year' } },
  },
  figures: {
    amount: {
      kind: 'sum',
      of: 'amount',
      zh: '冲销额',
      en: 'Offset',
      unit: 'money',
      formula: {
        zh: '数据范围内已入账的折旧冲销金额之和；与折旧额相加，即科室和资金承担的折旧。',
        en: 'The total of posted offsets in your data scope. Added to the charge it is what departments and funds bear.',
      },
    },
    count: {
      kind: 'count',
      zh: '冲销数',
      en: 'Offsets',
      unit: 'lines',
      formula: { zh: '数据范围内已入账的折旧冲销数。', en: 'Posted depreciation offsets in your data scope.' },
    },
  },
})
