import { deviceIncome } from '../entities/insight/device-income.ts'
import { measure } from '../kit/figures/measure.ts'

const added = (zh: string, en: string) => ({
  zh: `这些记录的${zh}之和，未填按 0 计。`,
  en: `The ${en} of these records, added up; a record without it counts as 0.`,
})

/** What devices earned, how often they were used, and the costs that are entered beside. */
export const deviceIncomes = measure('deviceIncomes', deviceIncome, {
  zh: '设备收入统计',
  en: 'Device income',
  module: 'insight',
  path: '/eam/measure/device-incomes',
  page: '/eam/device-income',
  filters: ['device'],
  period: 'month',
  groups: {
    month: { by: 'month', as: 'month', words: { zh: '收入月份', en: 'Income month' } },
    year: { by: 'month', as: 'year', words: { zh: '收入年份', en: 'Income year' } },
    device: { by: 'device' },
  },
  figures: {
    income: { kind: 'sum', of: 'income', zh: '设备收入', en: 'Device income', unit: 'money', formula: added('收入', 'income') },
    uses: { kind: 'sum', of: 'useCount', zh: '检查治疗人次', en: 'Uses', unit: 'lines', formula: added('人次', 'uses') },
    consumables: {
      kind: 'sum',
      of: 'consumables',
      zh: '耗材费',
      en: 'Consumables',
      unit: 'money',
      formula: added('耗材费', 'consumables'),
    },
    staff: { kind: 'sum', of: 'staffCost', zh: '人员费用', en: 'Staff cost', unit: 'money', formula: added('人员费用', 'staff cost') },
    count: {
      kind: 'count',
      zh: '收入记录数',
      en: 'Income records',
      unit: 'lines',
      formula: { zh: '数据范围内的设备收入记录数。', en: 'Records of device income in your data scope.' },
    },
    entered: {
      kind: 'count',
      where: { income: '_some' },
      zh: '已录收入月数',
      en: 'Months with income',
      unit: 'lines',
      formula: { zh: '其中已填收入的记录数。', en: 'Records of these whose income is entered.' },
    },
  },
})
