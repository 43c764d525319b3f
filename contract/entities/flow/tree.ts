import type { DeptRole } from '../../kit/entity/approval.ts'
import type { Words } from '../../kit/words.ts'

/** Largest definition: nodes and branches together, and how deep branches stand in branches: as deep as the body of a request may be. */
export const mostNodes = 500
export const mostLevels = 15

/** The node that rejecting to the applicant names, and that every tree begins with. */
export const startId = 'start'
export const endId = 'end'

/** Who a node asks; several rules add up. */
export type AssigneeRule =
  | { readonly by: 'user' | 'role' | 'post'; readonly ids: readonly string[] }
  /** The head of a department of the document; `levels` up from it, 0 when absent. */
  | { readonly by: 'head'; readonly of: DeptRole; readonly levels?: number }
  /** The applicant names people when the document is submitted. */
  | { readonly by: 'chosen' }
  /** Every holder of the right that decides the kind. */
  | { readonly by: 'holders' }

export const assigneeRules = {
  user: { zh: '指定人员', en: 'Named people' },
  role: { zh: '角色', en: 'Role' },
  post: { zh: '岗位', en: 'Position' },
  head: { zh: '科室负责人', en: 'Department head' },
  chosen: { zh: '申请人自选', en: 'Chosen by the applicant' },
  holders: { zh: '有审批权限的人', en: 'People with permission to approve' },
} as const satisfies Record<AssigneeRule['by'], Words>

export const approveModes = {
  one: { zh: '或签（一人同意即可）', en: 'Any one approver' },
  all: { zh: '会签（所有人同意）', en: 'All approvers at once' },
  order: { zh: '依次审批', en: 'All approvers in order' },
  share: { zh: '按比例通过', en: 'By share of votes' },
} as const satisfies Record<string, Words>
export type ApproveMode = keyof typeof approveModes

export const lateActs = {
  none: { zh: '只提醒', en: 'Only remind' },
  handUp: { zh: '转上级', en: 'Escalate' },
  agree: { zh: '自动同意', en: 'Approve automatically' },
  reject: { zh: '自动驳回', en: 'Reject automatically' },
} as const satisfies Record<string, Words>

/** What happens when an answer is late, in hours from the moment the task was opened. */
export interface TimeLimit {
  readonly remindAfter?: number
  readonly hours: number
  readonly late: keyof typeof lateActs
}

interface NodeFacts {
  readonly id: string
  readonly name?: string
}
export interface ApproveNode extends NodeFacts {
  readonly kind: 'approve'
  readonly who: readonly AssigneeRule[]
  readonly mode: ApproveMode
  /** Percent of votes of the mode `share`. */
  readonly share?: number
  readonly limit?: TimeLimit
}
export interface CopyNode extends NodeFacts {
  readonly kind: 'copy'
  readonly who: readonly AssigneeRule[]
}
/** A way through a node that has several. */
export interface Branch extends NodeFacts {
  readonly nodes: readonly FlowNode[]
}
export interface ConditionBranch extends Branch {
  /** Groups of conditions: all of one group hold. */
  readonly when: readonly (readonly Condition[])[]
}
export interface ConditionNode extends NodeFacts {
  readonly kind: 'condition'
  /** The first one that holds is taken. */
  readonly branches: readonly ConditionBranch[]
  /** Taken when none holds. */
  readonly otherwise?: Branch
}
/** All branches at once; what follows waits until each has come to its end. */
export interface ParallelNode extends NodeFacts {
  readonly kind: 'parallel'
  readonly branches: readonly Branch[]
}
export interface AutomaticNode extends NodeFacts {
  readonly kind: 'automatic'
  /** An inner step of the document that the kind allows. */
  readonly act: string
}
/** Ends the approval here, as agreed; the end of the tree needs none. */
export interface EndNode extends NodeFacts {
  readonly kind: 'end'
}
export type FlowNode = ApproveNode | CopyNode | ConditionNode | ParallelNode | AutomaticNode | EndNode
export type NodeKind = FlowNode['kind']

export const nodeKinds = {
  approve: { zh: '审批', en: 'Approve' },
  copy: { zh: '抄送', en: 'Copy to' },
  condition: { zh: '条件', en: 'Condition' },
  parallel: { zh: '并行', en: 'Parallel' },
  automatic: { zh: '自动', en: 'Automatic' },
  end: { zh: '结束', en: 'End' },
} as const satisfies Record<NodeKind, Words>

/** How a fact is compared. A fact with several values fits `in` when one of them does, and `notIn` when none does. */
export const comparisons = {
  eq: { zh: '等于', en: 'is' },
  ne: { zh: '不等于', en: 'is not' },
  lt: { zh: '小于', en: 'is less than' },
  le: { zh: '不大于', en: 'is at most' },
  gt: { zh: '大于', en: 'is more than' },
  ge: { zh: '不小于', en: 'is at least' },
  in: { zh: '属于', en: 'is one of' },
  notIn: { zh: '不属于', en: 'is none of' },
} as const satisfies Record<string, Words>
export type Comparison = keyof typeof comparisons

export interface Condition {
  readonly fact: string
  readonly is: Comparison
  /** Numbers, amounts as text, keys, ids, 0 or 1; a list for `in` and `notIn`. */
  readonly value: unknown
}

/** A definition: what happens one after another between the start and the end. */
export interface FlowTree {
  /** People may approve their own application. */
  readonly allowSelf?: boolean
  readonly nodes: readonly FlowNode[]
}

/** The branches of a node, the default last. */
export const branchesOf = (node: FlowNode): readonly Branch[] =>
  node.kind === 'parallel'
    ? node.branches
    : node.kind === 'condition'
      ? [...node.branches, ...(node.otherwise ? [node.otherwise] : [])]
      : []

/** The tree that a new definition begins with: the holders of the right decide. */
export const plainTree: FlowTree = {
  nodes: [{ kind: 'approve', id: 'approve', who: [{ by: 'holders' }], mode: 'one' }],
}
