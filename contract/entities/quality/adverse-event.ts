import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, date, flag, ids, integer, link, numbering, text, time } from '../../kit/fields/field.ts'
import { adverseStates, followContent, followStates, harmLevels, statesAfter } from './adverse-kinds.ts'

const readOnly = true
const account = {
  zh: '事件经过（不得填写患者姓名、证件号、住院号和电话）',
  en: 'Account (no names, identity, hospital or phone numbers of patients)',
}
const handling = { zh: '原因与措施', en: 'Cause and action' }
const course = { zh: '审核与上报', en: 'Review and report' }

const long = { multiline: true, max: 2000, group: account } as const

/** One adverse event of a medical device, from the first words to the report to the authority. Its texts name no patient. */
export const adverseEvent = entity('adverseEvent', {
  zh: '医疗器械不良事件',
  en: 'Adverse event',
  many: 'Adverse events',
  module: 'quality',
  path: '/eam/adverse-event',
  title: 'eventNo',
  called: ['device', 'harmLevel'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { dept: 'useDept', persons: ['reporter'] },
  columns: ['eventNo', 'eventState', 'device', 'harmLevel', 'eventDay', 'dueAt', 'reporter'],
  sort: { by: 'createTime', descending: true },
  editable: { eventState: ['draft'] },
  removable: { eventState: ['draft'] },
  lines: [{ entity: 'adverseFollowUp', by: 'event', as: 'followUps', order: 'place', readOnly, totals: { followUpCount: [] } }],
  fields: {
    eventNo: numbering({ zh: '事件编号', en: 'Event no.', list: true, search: true, unique: true, rule: 'BL-{yyyy}-000000' }),
    eventState: choice({ zh: '状态', en: 'Status', required: true, readOnly, list: true, initial: 'draft', of: adverseStates }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly, list: true }),
    repair: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder' }),
    harmLevel: choice({ zh: '伤害程度', en: 'Harm level', required: true, list: true, of: harmLevels }),
    isGroup: flag({ zh: '群体事件', en: 'Group event', list: true }),
    eventDay: date({ zh: '事件发生日期', en: 'Event date', required: true, list: true }),
    awareAt: time({ zh: '发现或获知时间', en: 'Learned of at', required: true }),
    dueAt: time({ zh: '上报期限', en: 'Report due', readOnly, list: true }),
    description: text({ ...long, zh: '事件陈述', en: 'What happened', required: true, list: true, search: true }),
    /** Events with harm are not submitted without it. */
    effect: text({ ...long, zh: '对人员的影响', en: 'Effect on people', alwaysShown: true }),
    useProcess: text({ ...long, zh: '使用过程', en: 'How it was used' }),
    causes: text({ zh: '初步原因分析', en: 'Likely cause', multiline: true, max: 2000, group: handling }),
    actions: text({ zh: '已采取的措施', en: 'Action taken', multiline: true, max: 2000, group: handling }),
    stateAfter: choice({ zh: '器械事后状态', en: 'Device afterwards', of: statesAfter, group: handling }),
    files: ids({ zh: '照片和附件', en: 'Photos and files', to: 'file', max: 20, group: handling }),
    reporter: link({ zh: '填报人', en: 'Reporter', to: 'user', readOnly, anywhere: true, list: true, group: course }),
    reporterDept: link({ zh: '填报科室', en: 'Reporter’s department', to: 'dept', readOnly, anywhere: true, group: course }),
    submittedAt: time({ zh: '提交审核时间', en: 'Submitted for review', readOnly, group: course }),
    reviewer: link({ zh: '审核人员', en: 'Reviewed by', to: 'user', readOnly, anywhere: true, group: course }),
    reviewedAt: time({ zh: '审核通过时间', en: 'Reviewed at', readOnly, group: course }),
    reviewNote: text({ zh: '审核意见', en: 'Review comment', readOnly, multiline: true, max: 500, group: course }),
    reportedAt: time({ zh: '上报时间', en: 'Reported at', readOnly, list: true, group: course }),
    monitorNo: text({ zh: '监测系统编号', en: 'Monitoring system no.', readOnly, list: true, search: true, max: 50, group: course }),
    isLate: flag({ zh: '逾期上报', en: 'Reported late', readOnly, list: true, group: course }),
    followState: choice({ zh: '续报状态', en: 'Follow-ups', required: true, readOnly, initial: 'none', of: followStates, group: course }),
    followUpCount: integer({ zh: '续报次数', en: 'Follow-up count', readOnly, group: course }),
    followedAt: time({ zh: '最近续报时间', en: 'Last followed up', readOnly, group: course }),
  },
})

const { fields } = adverseEvent
const asked = { readOnly: false, required: true } as const

/** From the draft to the report. Events of groups go on with follow-ups until these are ended. */
export const adverseFlow = machine(adverseEvent, 'eventState', {
  send: {
    from: ['draft'],
    to: 'submitted',
    zh: '提交审核',
    en: 'Submit for review',
    may: 'adverseEvent.submit',
    input: {},
  },
  review: {
    from: ['submitted'],
    to: 'reviewed',
    zh: '审核通过',
    en: 'Pass review',
    may: 'adverseEvent.review',
    input: { reviewNote: { ...fields.reviewNote, readOnly: false } },
  },
  sendBack: {
    from: ['submitted', 'reviewed'],
    to: 'draft',
    zh: '退回修改',
    en: 'Return for changes',
    may: 'adverseEvent.review',
    input: { reviewNote: { ...fields.reviewNote, ...asked } },
  },
  report: {
    from: ['reviewed'],
    to: 'reported',
    zh: '登记上报',
    en: 'Record the report',
    may: 'adverseEvent.report',
    input: { reportedAt: { ...fields.reportedAt, ...asked }, monitorNo: { ...fields.monitorNo, ...asked } },
  },
  followUp: {
    from: ['reported'],
    to: same(),
    zh: '登记续报',
    en: 'Record a follow-up',
    may: 'adverseEvent.report',
    only: { followState: ['open'] },
    input: {
      followedAt: { ...fields.followedAt, ...asked, zh: '续报时间', en: 'Followed up at' },
      content: followContent,
    },
  },
  endFollowUps: {
    from: ['reported'],
    to: same(),
    zh: '结束续报',
    en: 'End follow-ups',
    may: 'adverseEvent.report',
    only: { followState: ['open'] },
    confirm: true,
    input: {},
  },
})
