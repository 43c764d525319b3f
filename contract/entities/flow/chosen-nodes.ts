import type { Facts } from '../../kit/entity/approval.ts'
import { branchTaken } from './evaluate.ts'
import type { ApproveNode, CopyNode, FlowNode, FlowTree } from './tree.ts'

/** The nodes on the way of a document whose people its applicant names, in reading order. */
export function chosenNodes(tree: FlowTree, facts: Facts): readonly (ApproveNode | CopyNode)[] {
  const found: (ApproveNode | CopyNode)[] = []
  /** Answers whether the approval ends in these nodes. */
  const visit = (nodes: readonly FlowNode[]): boolean =>
    nodes.some((node) => {
      if (node.kind === 'end') return true
      if (node.kind === 'condition') return visit(branchTaken(node, facts)?.nodes ?? [])
      if (node.kind === 'parallel') return node.branches.map((branch) => visit(branch.nodes)).includes(true)
      if ('who' in node && node.who.some(({ by }) => by === 'chosen')) found.push(node)
      return false
    })
  visit(tree.nodes)
  return found
}
