import { placesOf } from './find-node.ts'
import { nameOfNode } from './seeded-names.ts'
import { branchesOf, type FlowNode, type FlowTree } from './tree.ts'

export interface NodeChange {
  readonly nodeId: string
  readonly nodeName: string
  readonly change: 'added' | 'removed' | 'changed'
}

/** What a node says by itself, without the nodes in its branches, and where it stands. */
function ownFacts(tree: FlowTree): ReadonlyMap<string, { node: FlowNode; text: string }> {
  return new Map(
    [...placesOf(tree)].map(([id, { node, inside }]) => {
      const branches = branchesOf(node).map(({ nodes: _, ...branch }) => branch)
      const { branches: _branches, otherwise: _otherwise, ...plain } = node as FlowNode & { branches?: unknown; otherwise?: unknown }
      return [id, { node, text: JSON.stringify([plain, branches, inside?.branch.id ?? null]) }]
    }),
  )
}

/** What one version of a definition has that the other has not, node by node. */
export function compareTrees(from: FlowTree, to: FlowTree): readonly NodeChange[] {
  const [before, after] = [ownFacts(from), ownFacts(to)]
  const said = (node: FlowNode, change: NodeChange['change']): NodeChange => ({
    nodeId: node.id,
    nodeName: nameOfNode(node),
    change,
  })
  const gone = [...before].flatMap(([id, { node }]) => (after.has(id) ? [] : [said(node, 'removed')]))
  const other = [...after].flatMap(([id, { node, text }]) => {
    const was = before.get(id)
    return was ? (was.text === text ? [] : [said(node, 'changed')]) : [said(node, 'added')]
  })
  return [...gone, ...other]
}
