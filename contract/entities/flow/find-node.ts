import { type Branch, branchesOf, type FlowNode, type FlowTree } from './tree.ts'

/** Where a node stands: the sequences from the outermost inward, and the node that holds each inner one. */
export interface Place {
  readonly node: FlowNode
  readonly index: number
  readonly sequence: readonly FlowNode[]
  /** The branch it stands in and the node of that branch; none at the top. */
  readonly inside?: { readonly branch: Branch; readonly place: Place }
}

/** Every place of a tree by the id of its node, in reading order. */
export function placesOf(tree: FlowTree): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>()
  const visit = (sequence: readonly FlowNode[], inside: Place['inside']): void => {
    for (const [index, node] of sequence.entries()) {
      const place: Place = { node, index, sequence, inside }
      found.set(node.id, place)
      for (const branch of branchesOf(node)) visit(branch.nodes, { branch, place })
    }
  }
  visit(tree.nodes, undefined)
  return found
}

/** The ids of all nodes in a sequence and in the branches below it. */
export function idsBelow(sequence: readonly FlowNode[]): string[] {
  return sequence.flatMap((node) => [node.id, ...branchesOf(node).flatMap((branch) => idsBelow(branch.nodes))])
}
