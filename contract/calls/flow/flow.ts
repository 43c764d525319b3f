import { flowInstance } from '../../entities/flow/flow-instance.ts'
import { listOf, one, option, optionBeside, out, pageOf, saved } from '../../kit/entity/answer.ts'
import { staffOptions } from '../../kit/entity/approval.ts'
import { call } from '../../kit/entity/call.ts'
import { paging } from '../../kit/entity/paging.ts'
import type { Shows } from '../../kit/entity/shows.ts'
import { choice, flag, ids, integer, link, text } from '../../kit/fields/field.ts'
import { briefShape, nodeShape, recordShape, startRow, theirRecord, theirStartRow, theirWorkRow, workRow } from './flow-shapes.ts'
import { flowTree } from './flow-tree-shape.ts'

const module = 'flow' as const
// The task that the person saw: an act that comes after it ended names who was first, where a new task of the person may wait by then.
const taskId = text({ zh: '任务', en: 'Task', max: 36 })
/** Which state of the document was read, for decisions that a phone sends later. */
const revision = integer({ zh: '单据修改次数', en: 'Document revision', min: 0 })
const instance = text({ zh: '审批单', en: 'Approval', required: true, max: 36 })
const opinion = text({ zh: '审批意见', en: 'Comment', multiline: true, max: 500 })
const images = ids({ zh: '附件', en: 'Files', to: 'file', max: 9 })
const version = integer({ zh: '版本', en: 'Version', min: 1 })
const toUser = link({ zh: '人员', en: 'Person', to: 'user', required: true, anywhere: true, options: staffOptions })

const { approvalKind } = flowInstance.fields

const list = <const N extends string>(name: N, zh: string, en: string, path: string) =>
  call(`flow.${name}`, {
    zh,
    en,
    module,
    method: 'GET',
    path: `/blade-flow/work/${path}`,
    may: 'flowInstance.list',
    input: {
      ...paging,
      keyword: text({ zh: '关键字', en: 'Keyword', max: 60 }),
      approvalKind: choice({ zh: '单据', en: 'Document', of: approvalKind.of }),
    },
    answers: pageOf(workRow),
    others: pageOf(theirWorkRow),
  })

export const todoList = list('todoList', '待我审批', 'Waiting for me', 'todo-list')
export const claimList = list('claimList', '待签收', 'To be claimed', 'claim-list')
export const doneList = list('doneList', '我已审批', 'Decided by me', 'done-list')
export const sendList = list('sendList', '我发起的', 'Started by me', 'send-list')
export const copyList = list('copyList', '抄送我的', 'Copied to me', 'copy-list')

/** The kinds of documents that can be started, with the flow that would decide about a plain one. */
export const startList = call('flow.startList', {
  zh: '可发起的审批',
  en: 'Approvals to start',
  module,
  method: 'GET',
  path: '/blade-flow/work/start-list',
  may: 'flowInstance.list',
  input: paging,
  answers: pageOf(startRow),
  others: pageOf(theirStartRow),
})

const act = <const N extends string, const I extends Parameters<typeof call>[1]['input']>(
  name: N,
  zh: string,
  en: string,
  path: string | string[],
  input: I,
  offline?: { readonly shows: Shows },
) =>
  call(`flow.${name}`, {
    zh,
    en,
    module,
    method: 'POST',
    path,
    may: 'flowInstance.act',
    writes: true,
    input,
    answers: one(saved),
    ...(offline ? { offline } : {}),
  })

/** Agrees or rejects the open task of the person; a rejection may go to an earlier node. */
export const audit = act(
  'audit',
  '审批',
  'Decide',
  ['/flow/process-new/audit', '/eam/flow-process/confirm', '/blade-flow/work/complete-task'],
  {
    id: instance,
    version,
    type: choice({
      zh: '审批结果',
      en: 'Decision',
      required: true,
      of: { agree: { zh: '同意', en: 'Approve' }, reject: { zh: '驳回', en: 'Reject' } },
    }),
    opinion,
    images,
    toNode: text({ zh: '退回到', en: 'Return to', max: 40 }),
    taskId,
    revision,
  },
  // A phone shows what it sends: the decision, and of which task.
  { shows: { decided: 'said.type', decidedTask: 'said.taskId' } },
)
/** Agreeing in the list of tasks: the same act by the address of confirmations. */
export const confirmTask = { ...audit, path: '/eam/flow-process/confirm' } as const

export const cancelFlow = act(
  'cancel',
  '撤销申请',
  'Withdraw',
  '/flow/process-new/cancel',
  { id: instance, version, opinion },
  {
    shows: { withdrawnAt: 'now' },
  },
)
export const passOn = act('passOn', '转办', 'Reassign', '/flow/process-new/pass-on', { id: instance, version, toUser, opinion, taskId })
export const addSigner = act('addSigner', '加签', 'Add approver', '/flow/process-new/add-sign', {
  id: instance,
  version,
  toUser,
  place: choice({
    zh: '加签顺序',
    en: 'Order',
    required: true,
    of: { before: { zh: '在我之前', en: 'Before me' }, after: { zh: '在我之后', en: 'After me' } },
  }),
  opinion,
})
export const takeBack = act('takeBack', '撤回意见', 'Undo decision', '/flow/process-new/take-back', { id: instance })
export const urge = act('urge', '催办', 'Remind', '/flow/process-new/urge', { id: instance, opinion }, { shows: { urgingAt: 'now' } })
export const copyTo = act('copyTo', '抄送', 'Copy to', '/flow/process-new/copy', {
  id: instance,
  users: ids({ zh: '人员', en: 'People', to: 'user', required: true, max: 50, options: staffOptions }),
})
export const switchOffline = act('switchOffline', '转线下审批', 'Approve on paper', '/flow/process-new/switch-offline', {
  id: instance,
  version,
  images: ids({ zh: '纸质审批扫描件', en: 'Scanned approval', to: 'file', required: true, max: 9 }),
  opinion,
})
export const claimTask = act('claim', '签收', 'Claim', '/blade-flow/work/claim-task', {
  taskId: text({ zh: '任务', en: 'Task', required: true, max: 36 }),
})

/** An approval with its drawing, its nodes, what was done, and what the person may do. */
export const processDetail = call('flow.detail', {
  zh: '审批详情',
  en: 'Approval details',
  module,
  method: 'GET',
  path: '/flow/process-new/detail',
  may: 'flowInstance.list',
  input: { id: instance },
  answers: one({
    ...workRow,
    applicantId: out.text,
    entity: out.text,
    brief: out.nullable(briefShape),
    definitionName: out.nullable(out.text),
    versionNumber: out.number,
    tree: flowTree,
    nodes: out.list(nodeShape),
    records: out.list(recordShape),
    acts: out.list(out.text),
    earlier: out.list({ nodeKey: out.text, nodeName: out.text }),
  }),
})

/** The nodes of an approval with their people. */
export const allNode = call('flow.allNode', {
  zh: '审批节点',
  en: 'Approval nodes',
  module,
  method: 'GET',
  path: '/flow/process-new/all-node',
  may: 'flowInstance.list',
  input: { id: instance },
  answers: listOf(nodeShape),
})

/** Approvals that the person takes part in, the newest first. */
export const approvalList = call('flow.approvalList', {
  zh: '我参与的审批',
  en: 'Approvals I take part in',
  module,
  method: 'GET',
  path: '/flow/process-new/approval-list',
  may: 'flowInstance.list',
  input: {
    ...paging,
    approvalKind: choice({ zh: '单据', en: 'Document', of: approvalKind.of }),
    documentId: text({ zh: '单据编号', en: 'Document', max: 36 }),
  },
  answers: pageOf(workRow),
})

const history = <const N extends string>(name: N, zh: string, en: string, path: string, input: Parameters<typeof call>[1]['input']) =>
  call(`flow.${name}`, {
    zh,
    en,
    module,
    method: 'GET',
    path,
    may: 'flowInstance.list',
    input,
    answers: listOf(recordShape),
    others: listOf(theirRecord),
  })

/** What was done with an approval, by its id. */
export const historyFlowList = history('historyFlowList', '流转历史', 'Approval history', '/blade-flow/process/history-flow-list', {
  processInstanceId: instance,
})
/** What was done with the approvals of a document. */
export const approvalRecord = history('approvalRecord', '审批记录', 'Approval records', '/eam/flow-process/approval-record', {
  documentId: text({ zh: '单据编号', en: 'Document', required: true, max: 36 }),
})

/** The switch of an approval rule. */
export const flowStartAndStop = call('flow.startAndStop', {
  zh: '启停审批规则',
  en: 'Activate or deactivate a rule',
  module,
  method: 'POST',
  path: '/eam/flow/flow-start-and-stop',
  may: 'flowBinding.submit',
  writes: true,
  input: { id: text({ zh: '审批规则', en: 'Approval rule', required: true, max: 36 }), version },
  answers: one(saved),
})

const person = link({ zh: '移交人', en: 'From', to: 'user', required: true })
const openTask = {
  id: out.text,
  instanceId: out.text,
  instanceTitle: out.text,
  nodeName: out.text,
  applicantName: out.nullable(out.text),
  openedAt: out.nullable(out.text),
} as const

/** The open tasks of a person, before they are handed over. */
export const transferFlowList = call('flow.transferList', {
  zh: '待交接的审批',
  en: 'Approvals to hand over',
  module,
  method: 'GET',
  path: '/flow/definition/transfer-flow-list',
  may: 'flowDefinition.submit',
  input: { ...paging, user: person },
  answers: pageOf(openTask),
})
/** Hands the open tasks of a person to another; with `undo` what such a hand-over moved and is still open goes back. */
export const transferFlow = call('flow.transfer', {
  zh: '交接审批',
  en: 'Hand approvals over',
  module,
  method: 'POST',
  path: '/flow/definition/transfer-flow',
  may: 'flowDefinition.submit',
  writes: true,
  input: {
    user: link({ zh: '移交人', en: 'From', to: 'user' }),
    toUser: link({ zh: '接手人', en: 'To', to: 'user', options: staffOptions }),
    undo: text({ zh: '撤销的交接', en: 'Hand-over to undo', max: 36 }),
  },
  answers: one({ id: out.text, moved: out.number }),
})

/** What is wrong with a draft, node by node; nothing when it can be published. */
export const checkFlow = call('flow.check', {
  zh: '检查流程',
  en: 'Check a flow',
  module,
  method: 'GET',
  path: '/flow/definition/check',
  may: 'flowDefinition.list',
  input: { id: text({ zh: '流程定义', en: 'Approval flow', required: true, max: 36 }) },
  answers: listOf({ nodeId: out.text, fault: out.text, sentence: out.text }),
})
/** The published versions of a definition, the newest first. */
export const flowVersions = call('flow.versions', {
  zh: '流程版本',
  en: 'Flow versions',
  module,
  method: 'GET',
  path: '/flow/definition/versions',
  may: 'flowDefinition.list',
  input: { id: text({ zh: '流程定义', en: 'Approval flow', required: true, max: 36 }) },
  answers: listOf({
    id: out.text,
    versionNumber: out.number,
    tree: flowTree,
    createTime: out.text,
    createUserName: out.nullable(out.text),
    running: out.number,
  }),
})

/** Moves a running approval to the newest version of its definition; with `preview` it only lists what would change, and the node where it waits that the version lacks. */
export const moveFlow = call('flow.move', {
  zh: '换到新版本',
  en: 'Move to the newest version',
  module,
  method: 'POST',
  path: '/flow/process-new/move',
  may: 'flowDefinition.submit',
  writes: true,
  input: { id: instance, version, preview: flag({ zh: '只预览', en: 'Preview' }) },
  answers: one({
    id: out.text,
    version: out.number,
    versionNumber: out.number,
    changes: out.list({ nodeId: out.text, nodeName: out.text, change: out.word('added', 'removed', 'changed') }),
    lost: out.nullable(out.text),
  }),
})

/** The staff to whom an approval may be shown or given: active, no service provider's account, no board. */
export const staffList = call('flow.staff', {
  zh: '可选的在职人员',
  en: 'Available staff',
  module,
  method: 'GET',
  path: staffOptions,
  may: 'user.list',
  reads: ['user'],
  input: {
    keyword: text({ zh: '关键字', en: 'Keyword', max: 100 }),
    ids: ids({ zh: '已选人员', en: 'Selected people', to: 'user', max: 50 }),
  },
  answers: listOf({ ...option, ...optionBeside }),
})

/** How many approvals wait for a person; asked before an absence is entered, which may hand them over. */
export const absenceWaiting = call('flowAbsence.waiting', {
  zh: '待移交的审批数',
  en: 'Approvals to hand over',
  module,
  method: 'GET',
  path: '/flow/absence/waiting',
  may: 'flowAbsence.submit',
  reads: ['flowTask', 'flowInstance'],
  input: { user: link({ zh: '人员', en: 'Person', to: 'user', required: true, anywhere: true }) },
  answers: one({ waiting: out.number }),
})

export const flowCalls = [
  todoList,
  claimList,
  doneList,
  sendList,
  copyList,
  startList,
  audit,
  cancelFlow,
  passOn,
  addSigner,
  takeBack,
  urge,
  copyTo,
  switchOffline,
  claimTask,
  processDetail,
  allNode,
  approvalList,
  historyFlowList,
  approvalRecord,
  flowStartAndStop,
  transferFlowList,
  transferFlow,
  checkFlow,
  flowVersions,
  moveFlow,
  staffList,
  absenceWaiting,
] as const
