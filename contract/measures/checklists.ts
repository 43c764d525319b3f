import { checklistTask } from '../entities/checklist/checklist-task.ts'
import { measure } from '../kit/figures/measure.ts'

/** How many checklists are finished, and what they found. */
export const checklists = measure('checklists', checklistTask, {
  zh: '检查表统计',
  en: 'Checklists',
  module: 'checklist',
  path: '/eam/measure/checklists',
  page: '/eam/checklist',
  where: { taskStatus: 'finished' },
  filters: ['result', 'useDept', 'template', 'useKind', 'device'],
  period: 'finishedAt',
  groups: {
    month: { by: 'finishedAt', as: 'month', words: { zh: '完成月份', en: 'Month finished' } },
    result: { by: 'result' },
    useDept: { by: 'useDept' },
    template: { by: 'template' },
    useKind: { by: 'useKind' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '检查表数',
      en: 'Checklists',
      unit: 'lines',
      formula: { zh: '数据范围内已完成的检查表数。', en: 'Finished checklists in your data scope.' },
    },
    abnormal: {
      kind: 'ratio',
      part: { result: 'abnormal' },
      zh: '异常率',
      en: 'Abnormal rate',
      unit: 'percent',
      formula: { zh: '异常率 = 结果异常的检查表 ÷ 已完成的检查表。', en: 'Abnormal rate = abnormal checklists ÷ finished checklists.' },
    },
    abnormalItems: {
      kind: 'sum',
      of: 'abnormalCount',
      zh: '异常项数',
      en: 'Abnormal items',
      unit: 'lines',
      formula: { zh: '这些检查表的异常项之和。', en: 'The sum of their abnormal items.' },
    },
  },
})
