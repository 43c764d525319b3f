import { checkTask } from '../entities/check/check-task.ts'
import { measure } from '../kit/figures/measure.ts'

/** How many checks there are and how they stand. */
export const checks = measure('checks', checkTask, {
  zh: '盘点任务统计',
  en: 'Checks',
  module: 'check',
  path: '/eam/measure/checks',
  page: '/eam/check',
  filters: ['checkStatus', 'mode'],
  period: 'beginDate',
  groups: {
    checkStatus: { by: 'checkStatus' },
    mode: { by: 'mode' },
    month: { by: 'beginDate', as: 'month', words: { zh: '开始月份', en: 'Start month' } },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '盘点任务数',
      en: 'Checks',
      unit: 'checks',
      formula: {
        zh: '参与或创建的盘点任务数；全院范围的人看到全部。',
        en: 'Checks you take part in or created; all checks if your scope is the whole hospital.',
      },
    },
    onBook: {
      kind: 'sum',
      of: 'lineCount',
      zh: '账面数',
      en: 'Recorded',
      unit: 'devices',
      formula: { zh: '这些任务启动时账面上的设备数之和。', en: 'The total of devices recorded when these checks started.' },
    },
  },
})
