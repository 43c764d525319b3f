import { countedFilter, figureFilters } from '../entities/check/check-figures.ts'
import { checkLine } from '../entities/check/check-line.ts'
import { measure } from '../kit/measure.ts'

/** What one check found. */
export const checkLines = measure('checkLines', checkLine, {
  zh: '盘点结果统计',
  en: 'Results of a check',
  area: 'check',
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
    day: { by: 'seenAt', as: 'day', words: { zh: '盘点日期', en: 'Day counted' } },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '明细数',
      en: 'Lines',
      unit: 'lines',
      formula: { zh: '盘点明细的条数，含盘盈。', en: 'Lines of the check, surplus ones included.' },
    },
    counted: {
      kind: 'count',
      where: countedFilter,
      zh: '已盘',
      en: 'Counted',
      unit: 'devices',
      formula: {
        zh: '已有盘点结果的账面设备数，不含待盘和盘盈。',
        en: 'Devices on the book with a result: neither those still to count nor surplus ones.',
      },
    },
    amount: {
      kind: 'sum',
      of: 'bookValue',
      zh: '账面原值',
      en: 'Recorded value',
      unit: 'money',
      formula: {
        zh: '这些明细的账面原值之和，盘盈没有账面原值。',
        en: 'The sum of their original values on the book; surplus lines have none.',
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
        en: 'Accuracy = matched lines ÷ lines on the book; none before anything is counted.',
      },
    },
  },
})
