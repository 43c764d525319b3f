import { entity } from '../../kit/entity/entity.ts'
import { type Machine, machine, same } from '../../kit/entity/machine.ts'
import { processRule } from '../../kit/entity/process-rule.ts'
import { choice, flag, ids, integer, json, link, text, time } from '../../kit/fields/field.ts'
import { approvalKinds } from './approval-kinds.ts'
import { deputies, seeAll } from './circle.ts'
import { type FlowAct, flowActs } from './flow-acts.ts'
import { seededNodeNames } from './seeded-names.ts'

/**
 * The approval of one document, with opinions and comments. Seen by who takes part: applicant, assignees past and present, the absent people they act for, who it
 * is copied to, and deputies of these. Others see the document alone, by their data scope.
 */
export const flowInstance = entity('flowInstance', {
  zh: '审批单',
  en: 'Approval',
  module: 'flow',
  path: '/flow/process-new',
  title: 'instanceTitle',
  table: 'tenant',
  verbs: ['list', 'detail'],
  names: { detail: ['row'] },
  scope: { members: { entity: 'flowTask', by: 'instance', also: ['insteadOf'] }, persons: ['applicant'], deputies, every: seeAll },
  sort: { by: 'createTime', descending: true },
  offline: {
    keep: 'write',
    scope: { by: 'people', field: 'heldBy' },
    states: { instanceStatus: ['running'] },
    offlineFields: ['instanceTitle', 'approvalKind', 'instanceStatus', 'currentNodes', 'applicant', 'dept', 'documentId', 'brief'],
  },
  fields: {
    instanceTitle: text({ zh: '审批事项', en: 'Subject', required: true, readOnly: true, list: true, search: 'pinyin', max: 140 }),
    approvalKind: choice({ zh: '单据', en: 'Document', required: true, readOnly: true, list: true, of: approvalKinds }),
    instanceStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'running',
      of: {
        running: { zh: '审批中', en: 'In approval', tone: 'busy' },
        agreed: { zh: '已通过', en: 'Approved', tone: 'good' },
        refused: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
        cancelled: { zh: '已撤销', en: 'Withdrawn', tone: 'plain' },
      },
    }),
    currentNodes: text({
      zh: '当前节点',
      en: 'Current node',
      readOnly: true,
      list: true,
      max: 200,
      seeded: seededNodeNames,
      several: true,
    }),
    applicant: link({ zh: '申请人', en: 'Applicant', to: 'user', required: true, readOnly: true, list: true, anywhere: true }),
    dept: link({ zh: '申请科室', en: 'Department', to: 'dept', readOnly: true, list: true, anywhere: true }),
    documentId: text({ zh: '单据编号', en: 'Document', required: true, readOnly: true, internal: true, max: 36 }),
    flowVersion: link({ zh: '流程版本', en: 'Flow version', to: 'flowVersion', required: true, readOnly: true }),
    chosen: json({ zh: '申请人自选的审批人', en: 'Approvers selected by the applicant', readOnly: true }),
    // Who is asked now, and the applicant: on their phones it is kept.
    heldBy: ids({ zh: '待办人', en: 'Waits for', to: 'user', readOnly: true }),
    brief: json({ zh: '审批摘要', en: 'Summary', readOnly: true }),
    isOffline: flag({ zh: '线下审批', en: 'Approved on paper', readOnly: true, list: true }),
    urgedAt: time({ zh: '催办时间', en: 'Reminded at', readOnly: true }),
    endedAt: time({ zh: '结束时间', en: 'Ended at', readOnly: true, list: true }),
  },
})

const opinion = text({ zh: '审批意见', en: 'Comment', multiline: true, max: 500 })
const images = ids({ zh: '附件', en: 'Files', to: 'file', max: 9 })
const toUser = link({ zh: '人员', en: 'Person', to: 'user', anywhere: true })
const node = text({ zh: '节点', en: 'Node', max: 60 })
const words = { opinion, images, toUser, node } as const

const acts = Object.fromEntries(
  Object.entries(flowActs).map(([name, { zh, en }]) => [name, { from: ['running'], to: same(), zh, en, inner: true, input: words }]),
) as unknown as Record<
  FlowAct,
  { from: ['running']; to: ReturnType<typeof same>; zh: string; en: string; inner: true; input: typeof words }
>

/** An approval runs until it has one outcome. */
export const flowRunning: Machine<'flowInstance'> = machine(flowInstance, 'instanceStatus', {
  ...acts,
  start: { from: ['running'], to: same(), zh: '发起审批', en: 'Start the approval', inner: true, input: {} },
  finish: { from: ['running'], to: 'agreed', zh: '审批通过', en: 'Complete the approval', inner: true, input: {} },
  refuse: { from: ['running'], to: 'refused', zh: '驳回申请', en: 'Reject the application', inner: true, input: {} },
  cancel: { from: ['running'], to: 'cancelled', zh: '撤销申请', en: 'Withdraw', inner: true, input: words },
  switchOffline: { from: ['running'], to: 'agreed', zh: '转线下审批', en: 'Approve on paper', inner: true, input: words },
})

/** An approval reaches its rows independent of what its person sees of them: being its assignee is what counts. */
export const flowActing = processRule({
  name: 'flowActing',
  zh: '审批流转',
  en: 'Approval progress',
  touches: { flowInstance: [...Object.keys(flowRunning.steps), 'add'], flowAbsence: ['change'] },
})

/** A node that an approval has come to. */
export const flowNode = entity('flowNode', {
  zh: '审批节点',
  en: 'Approval node',
  module: 'flow',
  title: 'nodeName',
  table: 'tenant',
  scope: { through: 'instance' },
  fields: {
    instance: link({ zh: '审批单', en: 'Approval', to: 'flowInstance', required: true, readOnly: true, goesWith: true }),
    nodeKey: text({ zh: '节点编号', en: 'Node ID', required: true, readOnly: true, max: 40 }),
    nodeName: text({ zh: '节点', en: 'Node', required: true, readOnly: true, max: 60, seeded: seededNodeNames }),
    nodeKind: text({ zh: '节点类型', en: 'Node type', required: true, readOnly: true, max: 20 }),
    nodeState: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      initial: 'open',
      of: {
        open: { zh: '处理中', en: 'Open', tone: 'busy' },
        done: { zh: '已完成', en: 'Done', tone: 'good' },
        refused: { zh: '已驳回', en: 'Rejected', tone: 'bad' },
        ended: { zh: '已终止', en: 'Ended', tone: 'plain' },
      },
    }),
    branchKey: text({ zh: '所走分支', en: 'Branch taken', readOnly: true, max: 40 }),
    mode: text({ zh: '审批方式', en: 'Mode', readOnly: true, max: 10 }),
    share: integer({ zh: '通过比例', en: 'Share', readOnly: true }),
    endedAt: time({ zh: '完成时间', en: 'Ended at', readOnly: true }),
  },
})
