import { countedFilter, figureFilters } from '../entities/check/check-figures.ts'
import { checkLine } from '../entities/check/check-line.ts'
import { measure } from '../kit/figures/measure.ts'

/** What one check found. */
export const checkLines = measure('checkLines', checkLine, {
  zh: '盘点结果统计',
  en: 'Check results',
  module: 'check',
  path: '/eam/measure/check-lines',
  page: '/eam/check-line',
  needs: ['check'],
  filters: ['result', 'posting', 'dept', 'bookLocation'],
  groups: {
    result: { by: 'result' },
    dept: { by: 'dept' },
    bookLocation: { by: 'bookLocation' },
    posting: { by: 'posting' },
    bookStatus: { by: 'bookStatus' },
    seenBy: { by: 'seenBy' },
    day: { by: 'seenAt', as: 'day', words: { zh: '盘点日期', en: 'Count date' } },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '明细数',
      en: 'Lines',
      unit: 'lines',
      formula: { zh: '盘点明细的条数，含盘盈。', en: 'Check lines, including surplus ones.' },
    },
    counted: {
      kind: 'count',
      where: countedFilter,
      zh: '已盘',
      en: 'Counted',
      unit: 'devices',
      formula: {
        zh: '已有盘点结果的账面设备数，不含待盘和盘盈。',
        en: 'Recorded devices with a result, without those still to count and surplus ones.',
      },
    },
    amount: {
      kind: 'sum',
      of: 'bookValue',
      zh: '账面原值',
      en: 'Recorded value',
      unit: 'money',
      formula: {
        zh: '这些明细的账面原值之和，盘盈以及投放、租赁和试用的设备没有账面原值。',
        en: 'The total recorded value of these lines; surplus lines and placed, leased and trial devices have none.',
      },
    },
    accuracy: {
      kind: 'ratio',
      where: figureFilters.book,
      part: figureFilters.match,
      after: countedFilter,
      zh: '准确率',
      en: 'Accuracy',
      unit: 'percent',
      formula: {
        zh: '准确率 = 相符 ÷ 账面数，暂无已盘时不显示。',
        en: 'Accuracy = matched lines ÷ recorded lines; not shown before anything is counted.',
      },
    },
  },
})
