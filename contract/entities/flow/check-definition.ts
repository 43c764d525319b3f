import { type Approval, deptRoles } from '../../kit/entity/approval.ts'
import { parseValue } from '../../kit/fields/parse.ts'
import type { Words } from '../../kit/words.ts'
import { canHold, comparisonsOf } from './can-hold.ts'
import {
  type AssigneeRule,
  type Branch,
  branchesOf,
  type Condition,
  type ConditionBranch,
  type FlowNode,
  type FlowTree,
  type ParallelNode,
} from './tree.ts'

/** What is wrong with a node, in a sentence. */
export interface FlowFault extends Words {
  readonly nodeId: string
  readonly fault: 'empty' | 'unreachable' | 'assignee' | 'share' | 'limit' | 'default' | 'never' | 'condition' | 'branches' | 'join' | 'act'
}

type Say = (nodeId: string, fault: FlowFault['fault'], zh: string, en: string) => void

function checkRule(rule: AssigneeRule, approval: Approval): Words | undefined {
  if (rule.by === 'user' || rule.by === 'role' || rule.by === 'post')
    return rule.ids?.length ? undefined : { zh: '没有选择人员、角色或岗位', en: 'needs a person, role or position' }
  if (rule.by === 'chosen' && !approval.steps.begin)
    return { zh: `提交“${approval.zh}”时不能选择审批人`, en: `cannot be used: “${approval.en}” asks for no people when it is submitted` }
  if (rule.by !== 'head' || approval.depts.includes(rule.of)) return undefined
  const role = deptRoles[rule.of] ?? { zh: rule.of, en: rule.of }
  return { zh: `“${approval.zh}”没有${role.zh}`, en: `“${approval.en}” has no ${role.en.toLowerCase()}` }
}

function checkWho(node: Extract<FlowNode, { who: unknown }>, approval: Approval, say: Say): void {
  if (node.who.length === 0) say(node.id, 'assignee', '没有设置处理人', 'No assignee rule')
  for (const rule of node.who) {
    const wrong = checkRule(rule, approval)
    if (wrong) say(node.id, 'assignee', wrong.zh, `An assignee rule ${wrong.en}`)
  }
  if (node.kind !== 'approve') return
  if (node.mode === 'share' && !node.share) say(node.id, 'share', '没有设置通过比例', 'The share of votes is missing')
  const { limit } = node
  if (limit?.remindAfter && limit.remindAfter >= limit.hours)
    say(node.id, 'limit', '提醒时间应早于时限', 'The reminder must come before the time limit')
}

const valueFits = (condition: Condition, field: Approval['facts'][string]): boolean => {
  const values = Array.isArray(condition.value) ? condition.value : [condition.value]
  if (values.length === 0 || field.kind === 'items') return false
  return values.every((value) => 'value' in parseValue(field, value))
}

function checkCondition(branch: ConditionBranch, condition: Condition, approval: Approval, say: Say): void {
  const field = Object.hasOwn(approval.facts, condition.fact) ? approval.facts[condition.fact] : undefined
  if (!field) say(branch.id, 'condition', `“${approval.zh}”没有条件“${condition.fact}”`, `“${approval.en}” has no fact “${condition.fact}”`)
  else if (!comparisonsOf(field).includes(condition.is))
    say(branch.id, 'condition', `“${field.zh}”不能这样比较`, `“${field.en}” cannot be compared like this`)
  else if (!valueFits(condition, field))
    say(branch.id, 'condition', `“${field.zh}”的比较值不正确`, `The value compared with “${field.en}” does not fit`)
}

function checkBranch(branch: ConditionBranch, earlier: readonly ConditionBranch[], approval: Approval, say: Say): void {
  if (branch.when.length === 0 || branch.when.some((group) => group.length === 0)) {
    say(branch.id, 'condition', '没有设置条件', 'The branch has no condition')
    return
  }
  const conditions = branch.when.flat()
  for (const condition of conditions) checkCondition(branch, condition, approval, say)
  const isSame = earlier.some((one) => JSON.stringify(one.when) === JSON.stringify(branch.when))
  const known = conditions.every(({ fact }) => Object.hasOwn(approval.facts, fact))
  if (known && (isSame || !branch.when.some((group) => canHold(group, approval.facts))))
    say(
      branch.id,
      'never',
      isSame ? '条件与前面的分支相同，永远不会进入' : '条件永远不成立',
      isSame ? 'An earlier branch has the same conditions' : 'The conditions can never hold',
    )
}

/** Whether a way through a sequence can end the approval. */
const canEnd = (nodes: readonly FlowNode[]): boolean =>
  nodes.some((node) => node.kind === 'end' || branchesOf(node).some((branch) => canEnd(branch.nodes)))
/** Whether every way through a node ends the approval. */
const alwaysEnds = (node: FlowNode): boolean =>
  node.kind === 'end' ||
  (node.kind === 'condition' && node.otherwise !== undefined && branchesOf(node).every((branch) => branch.nodes.some(alwaysEnds)))

function checkParallel(node: ParallelNode, say: Say): void {
  if (node.branches.length < 2) say(node.id, 'branches', '并行至少要有两个分支', 'A parallel node needs two branches at least')
  for (const branch of node.branches as readonly Branch[])
    if (canEnd(branch.nodes))
      say(branch.id, 'join', '并行分支中有结束节点，无法汇合', 'A parallel branch ends the approval, so it never joins')
}

function checkSequence(nodes: readonly FlowNode[], approval: Approval, say: Say): void {
  const last = nodes.findIndex(alwaysEnds)
  for (const [index, node] of nodes.entries()) {
    if (last >= 0 && index > last) say(node.id, 'unreachable', '流程不会到达这个节点', 'The approval never reaches this node')
    if (node.kind === 'approve' || node.kind === 'copy') checkWho(node, approval, say)
    if (node.kind === 'automatic' && !approval.automatic.includes(node.act))
      say(node.id, 'act', `“${approval.zh}”没有自动动作“${node.act}”`, `“${approval.en}” has no automatic act “${node.act}”`)
    if (node.kind === 'parallel') checkParallel(node, say)
    if (node.kind === 'condition') {
      if (node.branches.length === 0) say(node.id, 'branches', '没有条件分支', 'The node has no branch with a condition')
      if (!node.otherwise) say(node.id, 'default', '没有默认分支', 'The default branch is missing')
      for (const [place, branch] of node.branches.entries()) checkBranch(branch, node.branches.slice(0, place), approval, say)
    }
    for (const branch of branchesOf(node)) checkSequence(branch.nodes, approval, say)
  }
}

/** Whether a sequence asks any person. */
const asks = (nodes: readonly FlowNode[]): boolean =>
  nodes.some((node) => node.kind === 'approve' || branchesOf(node).some((branch) => asks(branch.nodes)))

/** Every fault that keeps a definition from being published, by node. The tree has the form that `readTree` answers. */
export function checkDefinition(tree: FlowTree, approval: Approval): readonly FlowFault[] {
  const faults: FlowFault[] = []
  const say: Say = (nodeId, fault, zh, en) => void faults.push({ nodeId, fault, zh, en })
  if (!asks(tree.nodes)) say('start', 'empty', '流程没有审批节点', 'The definition has no node that approves')
  checkSequence(tree.nodes, approval, say)
  return faults
}
