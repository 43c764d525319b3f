import type { Facts } from '../../kit/entity/approval.ts'
import { branchTaken } from './evaluate.ts'
import { idsBelow, type Place, placesOf } from './find-node.ts'
import type { ApproveNode, FlowNode, FlowTree } from './tree.ts'

/** What the walk comes by, in order: what waits for people, what happens at once, and the branch that a condition takes. */
export type Passed =
  | { readonly is: 'waits'; readonly node: ApproveNode }
  | { readonly is: 'done'; readonly node: FlowNode; readonly branchId?: string }

export interface Walk {
  readonly passed: readonly Passed[]
  /** The approval has come to its end. */
  readonly isEnd: boolean
}

type Through = 'through' | 'waits' | 'end'

function walkSequence(sequence: readonly FlowNode[], facts: Facts, passed: Passed[]): Through {
  for (const node of sequence) {
    const result = walkNode(node, facts, passed)
    if (result !== 'through') return result
  }
  return 'through'
}

function walkNode(node: FlowNode, facts: Facts, passed: Passed[]): Through {
  if (node.kind === 'approve') {
    passed.push({ is: 'waits', node })
    return 'waits'
  }
  if (node.kind === 'condition') {
    const branch = branchTaken(node, facts)
    passed.push({ is: 'done', node, branchId: branch?.id })
    return branch ? walkSequence(branch.nodes, facts, passed) : 'through'
  }
  passed.push({ is: 'done', node })
  if (node.kind === 'parallel') {
    const results = node.branches.map((branch) => walkSequence(branch.nodes, facts, passed))
    return results.includes('end') ? 'end' : results.includes('waits') ? 'waits' : 'through'
  }
  return node.kind === 'end' ? 'end' : 'through'
}

/** Goes on after a node that is done, out of its branches as far as nothing else waits in them. */
function after(place: Place, facts: Facts, active: ReadonlySet<string>, passed: Passed[]): Through {
  const result = walkSequence(place.sequence.slice(place.index + 1), facts, passed)
  if (result !== 'through' || !place.inside) return result
  const { node } = place.inside.place
  if (node.kind === 'parallel' && node.branches.some((branch) => idsBelow(branch.nodes).some((id) => active.has(id)))) return 'waits'
  return after(place.inside.place, facts, active, passed)
}

/** What happens first. */
export function firstNodes(tree: FlowTree, facts: Facts): Walk {
  const passed: Passed[] = []
  const result = walkSequence(tree.nodes, facts, passed)
  return { passed, isEnd: result !== 'waits' }
}

/**
 * What happens when the node `id` is done. `active`: the other nodes that still wait, which parallel branches join on. A join that is not reached yet
 * passes nothing and is no end.
 */
export function nextNodes(tree: FlowTree, id: string, facts: Facts, active: ReadonlySet<string>): Walk {
  const place = placesOf(tree).get(id)
  if (!place) throw new Error(`the definition has no node ${id}`)
  const passed: Passed[] = []
  const others = new Set([...active].filter((one) => one !== id))
  const result = after(place, facts, others, passed)
  return { passed, isEnd: result !== 'waits' }
}

/**
 * The waiting nodes that a return to an earlier node ends: all but those in other branches of a parallel node that the earlier one stands in.
 */
export function endedByReturn(tree: FlowTree, to: string, active: ReadonlySet<string>): string[] {
  const kept = new Set<string>()
  for (let place = placesOf(tree).get(to); place?.inside; place = place.inside.place) {
    const { branch, place: holder } = place.inside
    if (holder.node.kind !== 'parallel') continue
    for (const other of holder.node.branches) if (other !== branch) for (const id of idsBelow(other.nodes)) kept.add(id)
  }
  return [...active].filter((id) => !kept.has(id))
}
