import { flowInstance, flowNode } from '../../entities/flow/flow-instance.ts'
import { flowRecord, flowTask } from '../../entities/flow/flow-task.ts'
import { out, some } from '../../kit/entity/answer.ts'

const { approvalKind, instanceStatus } = flowInstance.fields
const words = out.object({ zh: out.text, en: out.text })

/** An approval as a person's lists show it, with the task of that person. */
export const workRow = {
  id: out.text,
  version: out.number,
  taskId: out.nullable(out.text),
  taskVersion: out.nullable(out.number),
  ...some(flowInstance.fields, 'instanceTitle', 'currentNodes', 'documentId'),
  approvalKind,
  instanceStatus,
  applicantName: out.nullable(out.text),
  deptName: out.nullable(out.text),
  nodeName: out.nullable(out.text),
  taskState: out.nullable(out.text),
  openedAt: out.nullable(out.text),
  dueAt: out.nullable(out.text),
  decidedAt: out.nullable(out.text),
  createTime: out.text,
  endedAt: out.nullable(out.text),
} as const

const taskShape = {
  id: out.text,
  version: out.number,
  userId: out.text,
  userName: out.nullable(out.text),
  insteadOfName: out.nullable(out.text),
  taskState: flowTask.fields.taskState,
  isCandidate: out.flag,
  openedAt: out.nullable(out.text),
  dueAt: out.nullable(out.text),
  decidedAt: out.nullable(out.text),
  opinion: out.nullable(out.text),
} as const

/** A node that the approval has come to, with the people asked there. */
export const nodeShape = {
  id: out.text,
  nodeKey: out.text,
  nodeName: out.text,
  nodeKind: out.text,
  nodeState: flowNode.fields.nodeState,
  branchKey: out.nullable(out.text),
  mode: out.nullable(out.text),
  createTime: out.text,
  endedAt: out.nullable(out.text),
  tasks: out.list(taskShape),
} as const

/** One act of the course of an approval. */
export const recordShape = {
  id: out.text,
  nodeName: out.nullable(out.text),
  act: flowRecord.fields.act,
  userName: out.nullable(out.text),
  toUserName: out.nullable(out.text),
  opinion: out.nullable(out.text),
  images: out.list(out.text),
  createTime: out.text,
} as const

/** The flow of an approval by the names that front ends of the given calls read: a kind of document is a category and a definition there. */
const theirFlow = {
  processInstanceId: out.text,
  processDefinitionId: out.text,
  processDefinitionKey: out.text,
  processDefinitionName: out.nullable(out.text),
  category: out.text,
  categoryName: out.nullable(out.text),
} as const

/** An approval in a person's lists as they read it: with the step, who has it, when it came and ended, and the document. */
export const theirWorkRow = {
  ...workRow,
  ...theirFlow,
  taskName: out.nullable(out.text),
  assignee: out.nullable(out.text),
  assigneeName: out.nullable(out.text),
  businessId: out.text,
  businessTable: out.text,
  processIsFinished: out.word('finished', 'unfinished'),
  historyTaskEndTime: out.nullable(out.text),
  endTime: out.nullable(out.text),
} as const

/** One act of the course as they read it. */
export const theirRecord = {
  ...recordShape,
  historyActivityName: out.nullable(out.text),
  historyActivityDurationTime: out.text,
  assigneeName: out.nullable(out.text),
  comment: out.text,
  endTime: out.text,
} as const

/** A kind of document that can be started. */
export const startRow = {
  key: out.text,
  name: out.text,
  entity: out.text,
  definitionName: out.nullable(out.text),
  versionNumber: out.nullable(out.number),
} as const

/** The same as they read it. */
export const theirStartRow = {
  ...startRow,
  id: out.text,
  category: out.text,
  categoryName: out.nullable(out.text),
  version: out.nullable(out.number),
  suspensionState: out.word('active'),
} as const

/** What an approver reads of the document; none for approvals that began before briefs were kept. */
export const briefShape = out.object({
  kind: words,
  facts: out.list({
    zh: out.text,
    en: out.text,
    value: out.either(out.text, words),
    is: out.optional(out.word('date', 'time', 'money', 'number')),
  }),
  lines: out.list({
    title: out.text,
    model: out.optional(out.text),
    quantity: out.optional(out.number),
    deviceId: out.optional(out.text),
    deviceCode: out.optional(out.text),
    deptName: out.optional(out.text),
    photo: out.optional(out.text),
  }),
  lineCount: out.number,
  revision: out.optional(out.number),
  course: out.list({
    act: out.text,
    who: out.text,
    to: out.optional(out.text),
    node: out.optional(out.text),
    opinion: out.optional(out.text),
    images: out.optional(out.list(out.text)),
    at: out.text,
  }),
  asked: out.list({
    taskId: out.text,
    userId: out.text,
    node: out.text,
    openedAt: out.nullable(out.text),
    dueAt: out.nullable(out.text),
  }),
  earlier: out.list({ nodeKey: out.text, nodeName: out.text }),
  allowSelf: out.boolean,
  writers: out.optional(out.list(out.text)),
  withdrawable: out.optional(out.boolean),
})
