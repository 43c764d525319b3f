import { adverseEvent } from '../entities/quality/adverse-event.ts'
import { measure } from '../kit/figures/measure.ts'

/** How many adverse events there are, how grave, and how many were reported late. */
export const adverseEvents = measure('adverseEvents', adverseEvent, {
  zh: '不良事件统计',
  en: 'Adverse events',
  module: 'quality',
  path: '/eam/measure/adverse-events',
  page: '/eam/adverse-event',
  where: { eventState: 'submitted,reviewed,reported' },
  filters: ['harmLevel', 'eventState', 'useDept', 'isGroup', 'device'],
  period: 'eventDay',
  groups: {
    harmLevel: { by: 'harmLevel' },
    useDept: { by: 'useDept' },
    month: { by: 'eventDay', as: 'month', words: { zh: '事件发生月份', en: 'Event month' } },
    isGroup: { by: 'isGroup' },
    device: { by: 'device' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '不良事件数',
      en: 'Adverse events',
      unit: 'lines',
      formula: {
        zh: '数据范围内已提交、已审核和已上报的不良事件数。',
        en: 'Submitted, reviewed and reported adverse events in your data scope.',
      },
    },
    late: {
      kind: 'ratio',
      part: { isLate: '1' },
      zh: '逾期上报率',
      en: 'Late report rate',
      unit: 'percent',
      formula: {
        zh: '逾期上报率 = 逾期上报的不良事件 ÷ 不良事件数。',
        en: 'Late report rate = adverse events reported late ÷ adverse events.',
      },
    },
  },
})
