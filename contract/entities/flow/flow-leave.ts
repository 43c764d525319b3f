import { approval } from '../../kit/entity/approval.ts'
import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, date, integer, link, text } from '../../kit/fields/field.ts'
import { deputies, ofApproval, seeAll } from './circle.ts'
import { approvalNode } from './seeded-names.ts'

/** A leave of absence: the sample of an approved document. */
export const flowLeave = entity('flowLeave', {
  zh: '请假',
  en: 'Leave',
  module: 'flow',
  path: '/blade-desk/process/leave',
  title: 'reason',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit'],
  names: { submit: ['start-process'] },
  idName: 'businessId',
  editable: { leaveStatus: [] },
  // Such a form names the flow that it was opened from, which follows from the kind of document here.
  others: {
    takes: { startTime: { as: 'startDate' }, endTime: { as: 'endDate' } },
    passes: ['processDefinitionId', 'processDefinitionKey'],
  },
  scope: { persons: ['applicant'], deputies, seenWith: ofApproval, every: seeAll },
  sort: { by: 'createTime', descending: true },
  fields: {
    applicant: link({ zh: '申请人', en: 'Applicant', to: 'user', readOnly: true, list: true }),
    reason: text({ zh: '请假事由', en: 'Reason', required: true, list: true, search: true, max: 200 }),
    startDate: date({ zh: '开始日期', en: 'From', required: true, list: true }),
    endDate: date({ zh: '结束日期', en: 'To', required: true, list: true }),
    leaveDays: integer({ zh: '天数', en: 'Days', readOnly: true, list: true }),
    leaveStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'submitted',
      of: {
        submitted: { zh: '审批中', en: 'In approval', tone: 'busy' },
        approved: { zh: '已批准', en: 'Approved', tone: 'good' },
        rejected: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
        withdrawn: { zh: '已撤销', en: 'Withdrawn', tone: 'plain' },
      },
    }),
    approvalNode: approvalNode(),
  },
})

export const leaveFlow = machine(flowLeave, 'leaveStatus', {
  agree: { from: ['submitted'], to: 'approved', zh: '批准', en: 'Grant', inner: true, input: {} },
  refuse: { from: ['submitted'], to: 'rejected', zh: '驳回', en: 'Reject', inner: true, input: {} },
  withdraw: { from: ['submitted'], to: 'withdrawn', zh: '撤销申请', en: 'Withdraw', inner: true, input: {} },
})

export const leaveApproval = approval({
  kind: 'leave',
  zh: '请假',
  en: 'Leave',
  of: leaveFlow,
  steps: { agreed: 'agree', refused: 'refuse', withdrawn: 'withdraw' },
  facts: { days: integer({ zh: '请假天数', en: 'Leave days', min: 1, max: 366 }) },
  may: 'flowDefinition.submit',
  nodeField: 'approvalNode',
})
