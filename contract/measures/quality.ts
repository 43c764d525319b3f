import { qualityControl } from '../entities/quality/quality-control.ts'
import { measure } from '../kit/figures/measure.ts'

/** How many devices are controlled, how many pass, and what failed. */
export const quality = measure('quality', qualityControl, {
  zh: '质控统计',
  en: 'Quality controls',
  module: 'quality',
  path: '/eam/measure/quality',
  page: '/eam/quality-control',
  where: { controlState: 'finished' },
  filters: ['result', 'useDept', 'template', 'device'],
  period: 'controlledOn',
  groups: {
    year: { by: 'controlledOn', as: 'year', words: { zh: '质控年份', en: 'Control year' } },
    month: { by: 'controlledOn', as: 'month', words: { zh: '质控月份', en: 'Control month' } },
    useDept: { by: 'useDept' },
    template: { by: 'template' },
    result: { by: 'result' },
    device: { by: 'device' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '质控次数',
      en: 'Controls',
      unit: 'lines',
      formula: { zh: '数据范围内已完成的质控记录数。', en: 'Finished quality controls in your data scope.' },
    },
    passed: {
      kind: 'ratio',
      part: { result: 'passed' },
      zh: '质控合格率',
      en: 'Pass rate',
      unit: 'percent',
      formula: { zh: '质控合格率 = 结果合格的质控 ÷ 已完成的质控。', en: 'Pass rate = passed controls ÷ finished controls.' },
    },
    failedPoints: {
      kind: 'sum',
      of: 'failedCount',
      zh: '不合格点数',
      en: 'Failed points',
      unit: 'lines',
      formula: { zh: '这些质控的不合格点数之和。', en: 'The sum of the points that failed in these controls.' },
    },
  },
})
