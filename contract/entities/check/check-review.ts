import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, link, text, time } from '../../kit/fields/field.ts'
import { checkResults } from './check-results.ts'

const reason = text({ zh: '理由', en: 'Reason', required: true, max: 200 })

/**
 * An observation that came after its department was submitted and contradicts the result, or is of something that has no line; a person decides, the
 * books never change by themselves.
 */
export const checkReview = entity('checkReview', {
  zh: '盘点复核',
  en: 'Check review',
  many: 'Reviews',
  module: 'check',
  path: '/eam/check-review',
  title: 'deviceName',
  emptyAdvice: {
    zh: '科室提交后才到达且与结果不一致的盘点记录，会在这里等待复核',
    en: 'Counts that arrive after the department was submitted and differ from its result wait here for review',
  },
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'check' },
  sort: { by: 'createTime', descending: true },
  fields: {
    check: link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true, readOnly: true, list: true }),
    line: link({ zh: '盘点明细', en: 'Check line', to: 'checkLine', readOnly: true }),
    scan: link({ zh: '盘点记录', en: 'Count record', to: 'checkScan', required: true, readOnly: true }),
    deviceName: text({ zh: '设备', en: 'Device', readOnly: true, list: true, search: true, max: 120 }),
    lineResult: choice({ zh: '原结果', en: 'Original result', readOnly: true, list: true, of: checkResults }),
    scanResult: choice({ zh: '逾期盘点结果', en: 'Late count result', required: true, readOnly: true, list: true, of: checkResults }),
    seenLocation: link({ zh: '实盘位置', en: 'Counted location', to: 'location', readOnly: true, list: true }),
    seenBy: link({ zh: '盘点人', en: 'Counted by', to: 'user', readOnly: true, list: true }),
    seenAt: time({ zh: '盘点时间', en: 'Counted', readOnly: true, list: true }),
    reviewStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'open',
      of: {
        open: { zh: '待复核', en: 'To review', tone: 'warn' },
        kept: { zh: '维持原结果', en: 'Result kept', tone: 'plain' },
        taken: { zh: '已采纳', en: 'Accepted', tone: 'good' },
      },
    }),
    reason: text({ zh: '理由', en: 'Reason', readOnly: true, max: 200 }),
  },
})

export const checkReviewFlow = machine(checkReview, 'reviewStatus', {
  keep: {
    from: ['open'],
    to: 'kept',
    zh: '维持原结果',
    en: 'Keep the result',
    may: 'checkTask.post',
    sets: { reason: 'said.reason' },
    input: { reason },
  },
  take: { from: ['open'], to: 'taken', zh: '采纳逾期结果', en: 'Accept late result', may: 'checkTask.post', input: { reason } },
})
