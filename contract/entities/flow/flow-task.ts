import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, ids, json, link, text, time } from '../../kit/fields/field.ts'
import { flowActs } from './flow-acts.ts'
import { seededNodeNames } from './seeded-names.ts'

export const taskStates = {
  waiting: { zh: '未到', en: 'Not yet', tone: 'plain' },
  open: { zh: '待审批', en: 'Awaiting approval', tone: 'busy' },
  agreed: { zh: '已同意', en: 'Approved', tone: 'good' },
  rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
  ended: { zh: '已终止', en: 'Ended', tone: 'plain' },
  copied: { zh: '抄送', en: 'Copied', tone: 'plain' },
} as const

/** What one person is asked at one node, or a copy for that person. */
export const flowTask = entity('flowTask', {
  zh: '审批任务',
  en: 'Approval task',
  module: 'flow',
  title: 'nodeName',
  table: 'tenant',
  scope: { through: 'instance' },
  fields: {
    instance: link({ zh: '审批单', en: 'Approval', to: 'flowInstance', required: true, readOnly: true, goesWith: true }),
    node: link({ zh: '审批节点', en: 'Node', to: 'flowNode', required: true, readOnly: true, goesWith: true }),
    nodeName: text({ zh: '节点', en: 'Node', required: true, readOnly: true, max: 60, seeded: seededNodeNames }),
    user: link({ zh: '处理人', en: 'Assignee', to: 'user', required: true, readOnly: true, anywhere: true }),
    taskState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, initial: 'open', of: taskStates }),
    // One of several candidates: the first that acts or claims takes it from the others.
    isCandidate: flag({ zh: '候选', en: 'Candidate', readOnly: true }),
    after: link({ zh: '前一任务', en: 'Previous task', to: 'flowTask', readOnly: true, goesWith: true }),
    addedTo: link({ zh: '加签自', en: 'Added from task', to: 'flowTask', readOnly: true, goesWith: true }),
    insteadOf: link({ zh: '原处理人', en: 'Instead of', to: 'user', readOnly: true, anywhere: true }),
    openedAt: time({ zh: '到达时间', en: 'Opened at', readOnly: true }),
    remindAt: time({ zh: '提醒时间', en: 'Remind at', readOnly: true }),
    dueAt: time({ zh: '时限', en: 'Due', readOnly: true }),
    decidedAt: time({ zh: '处理时间', en: 'Decided at', readOnly: true }),
    opinion: text({ zh: '审批意见', en: 'Comment', readOnly: true, multiline: true, max: 500 }),
  },
})

/** What was done with an approval, in its order. */
export const flowRecord = entity('flowRecord', {
  zh: '审批记录',
  en: 'Approval record',
  module: 'flow',
  title: 'nodeName',
  table: 'tenant',
  append: true,
  scope: { through: 'instance' },
  fields: {
    instance: link({ zh: '审批单', en: 'Approval', to: 'flowInstance', required: true, goesWith: true }),
    nodeName: text({ zh: '节点', en: 'Node', max: 60, seeded: seededNodeNames }),
    act: choice({
      zh: '操作',
      en: 'Action',
      required: true,
      of: {
        start: { zh: '提交', en: 'Submit' },
        ...flowActs,
        cancel: { zh: '撤销申请', en: 'Withdraw' },
        switchOffline: { zh: '转线下审批', en: 'Approve on paper' },
        automatic: { zh: '自动处理', en: 'Automatic' },
      },
    }),
    user: link({ zh: '操作人', en: 'Person', to: 'user', anywhere: true }),
    toUser: link({ zh: '对象', en: 'To', to: 'user', anywhere: true }),
    opinion: text({ zh: '意见', en: 'Comment', multiline: true, max: 500 }),
    images: ids({ zh: '附件', en: 'Files', to: 'file', max: 9 }),
    task: link({ zh: '任务', en: 'Task', to: 'flowTask', goesWith: true }),
    // What taking the opinion back has to put back.
    undo: json({ zh: '撤回所需', en: 'Undo data' }),
  },
})
