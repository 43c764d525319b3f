import { assetsCard } from '../entities/asset/assets-card.ts'
import { measure } from '../kit/figures/measure.ts'

/** What the finance department has in its book, and how much of it is matched to devices. */
export const assetsCards = measure('assetsCards', assetsCard, {
  zh: '资产卡统计',
  en: 'Asset cards',
  module: 'asset',
  path: '/eam/measure/assets-cards',
  page: '/eam/assets-card',
  filters: ['matchStatus', 'dept', 'matchedBy'],
  period: 'entryDate',
  isStock: true,
  groups: {
    matchStatus: { by: 'matchStatus' },
    dept: { by: 'dept' },
    year: { by: 'entryDate', as: 'year', words: { zh: '入账年份', en: 'Entry year' } },
    month: { by: 'entryDate', as: 'month', words: { zh: '记账月份', en: 'Entry month' } },
    matchedBy: { by: 'matchedBy' },
    value: {
      by: 'bookValue',
      as: 'band',
      bounds: [10_000, 50_000, 100_000, 500_000, 1_000_000],
      words: { zh: '原值区间', en: 'Value range' },
    },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '资产卡数',
      en: 'Asset cards',
      unit: 'lines',
      formula: { zh: '数据范围内未删除的资产卡张数。', en: 'Asset cards in your data scope that are not deleted.' },
    },
    amount: {
      kind: 'sum',
      of: 'bookValue',
      zh: '账面原值',
      en: 'Book value',
      unit: 'money',
      formula: { zh: '这些资产卡的账面原值之和，未填按 0 计。', en: 'The sum of their book values; a card without one counts as 0.' },
    },
    matched: {
      kind: 'ratio',
      part: { matchStatus: 'matched' },
      zh: '匹配率',
      en: 'Match rate',
      unit: 'percent',
      formula: { zh: '匹配率 = 已匹配设备的资产卡 ÷ 全部资产卡。', en: 'Match rate = asset cards with a device ÷ all asset cards.' },
    },
  },
  reports: {
    byYear: { zh: '资产卡入账趋势', en: 'Asset cards by entry year', path: '/eam/assetscard/chartData', group: 'year', isTrend: true },
    byDept: { zh: '科室资产卡报表', en: 'Asset cards by department', path: '/eam/assetscard/deptReportData', group: 'dept' },
  },
})
