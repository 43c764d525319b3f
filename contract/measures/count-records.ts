import { checkScan } from '../entities/check/check-scan.ts'
import { measure } from '../kit/figures/measure.ts'

/** How much is counted, by whom, when and how. */
export const countRecords = measure('countRecords', checkScan, {
  zh: '盘点记录统计',
  en: 'Count records',
  module: 'check',
  path: '/eam/measure/count-records',
  page: '/eam/check-scan',
  filters: ['check', 'user', 'way', 'result', 'location'],
  period: 'correctedAt',
  groups: {
    day: { by: 'correctedAt', as: 'day', words: { zh: '盘点日期', en: 'Count date' } },
    month: { by: 'correctedAt', as: 'month', words: { zh: '盘点月份', en: 'Count month' } },
    user: { by: 'user' },
    way: { by: 'way' },
    result: { by: 'result' },
    check: { by: 'check' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '盘点记录数',
      en: 'Count records',
      unit: 'lines',
      formula: {
        zh: '数据范围内的盘点记录数，含重复和已撤回的。',
        en: 'Count records in your data scope, including repeated and undone ones.',
      },
    },
    deciding: {
      kind: 'count',
      where: { isDeciding: '1' },
      zh: '为准的记录',
      en: 'Deciding records',
      unit: 'lines',
      formula: { zh: '决定盘点结果的记录，每台设备一条。', en: 'Records that decide a result, one for each device.' },
    },
    late: {
      kind: 'ratio',
      part: { isLate: '1' },
      zh: '逾期率',
      en: 'Late rate',
      unit: 'percent',
      formula: {
        zh: '逾期率 = 科室提交之后到达的记录 ÷ 全部记录。',
        en: 'Late rate = records that arrived after their department was submitted ÷ all records.',
      },
    },
  },
  reports: {
    byDay: { zh: '每日盘点记录', en: 'Count records by day', path: '/eam/devicecheckrecord/count-by-dates', group: 'day' },
    byResult: { zh: '盘点结果报表', en: 'Count records by result', path: '/eam/devicecheckrecord/count-all-time', group: 'result' },
    byWay: { zh: '盘点方式报表', en: 'Count records by method', path: '/eam/devicecheckrecord/count-other', group: 'way' },
    all: { zh: '盘点月报', en: 'Count records by month', path: '/eam/devicecheckrecord/all-time', group: 'month' },
  },
})
