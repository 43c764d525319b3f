import { staffOptions } from '../../kit/entity/approval.ts'
import { entity } from '../../kit/entity/entity.ts'
import { date, flag, ids, link, text, time } from '../../kit/fields/field.ts'
import { seeAll } from './circle.ts'

/** What people say about an approval. */
export const flowComment = entity('flowComment', {
  zh: '审批评论',
  en: 'Comment',
  module: 'flow',
  path: '/flow/comment',
  title: 'content',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  names: { submit: ['save', 'submit'] },
  scope: { through: 'instance' },
  sort: { by: 'createTime', descending: true },
  fields: {
    instance: link({ zh: '审批单', en: 'Approval', to: 'flowInstance', required: true, list: true, goesWith: true }),
    content: text({ zh: '评论', en: 'Comment', required: true, list: true, multiline: true, max: 1000 }),
    images: ids({ zh: '附件', en: 'Files', to: 'file', max: 9, list: true }),
  },
})

/** While a person is away a deputy gets what would be assigned to that person and, where it says so, what already waits. */
export const flowAbsence = entity('flowAbsence', {
  zh: '审批代理',
  en: 'Absence',
  module: 'flow',
  path: '/flow/absence',
  title: 'reason',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  scope: { persons: ['user', 'deputy'], every: seeAll },
  fields: {
    user: link({ zh: '人员', en: 'Person', to: 'user', required: true, list: true }),
    beginDate: date({ zh: '开始日期', en: 'From', required: true, list: true }),
    endDate: date({ zh: '结束日期', en: 'To', required: true, list: true }),
    deputy: link({ zh: '代理人', en: 'Deputy', to: 'user', required: true, list: true, anywhere: true, options: staffOptions }),
    reason: text({ zh: '原因', en: 'Reason', required: true, list: true, max: 100 }),
    // Also what waits already, once the absence begins. What the deputy has not decided comes back when it is over.
    moveWaiting: flag({ zh: '已有待办一并移交代理人', en: 'Hand over pending approvals' }),
    movedAt: time({ zh: '移交时间', en: 'Handed over at', readOnly: true }),
  },
})
