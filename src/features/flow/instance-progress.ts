import { branchesOf, endId, type FlowNode, type FlowTree, startId } from '#contract/entities/flow/tree.ts'

/** How far a node is: `skipped` was passed by, because another branch was taken or the approval ended before it. */
export type NodeStage = 'past' | 'current' | 'coming' | 'refused' | 'ended' | 'skipped'

/** One person's part at a node. */
export interface TaskShown {
  readonly id: string
  readonly userName: string | null
  readonly insteadOfName: string | null
  readonly taskState: string
  readonly openedAt: string | null
  readonly dueAt: string | null
  readonly decidedAt: string | null
  readonly opinion: string | null
}

export interface NodeProgress {
  readonly stage: NodeStage
  readonly tasks: readonly TaskShown[]
}

/** A node that an approval has come to, as the server tells it. */
export interface NodePassed {
  readonly nodeKey: string
  readonly nodeState: string
  readonly branchKey: string | null
  readonly tasks: readonly TaskShown[]
}

const stages: Readonly<Record<string, NodeStage>> = { open: 'current', done: 'past', refused: 'refused', ended: 'ended' }

/**
 * The stage of every node and branch of a drawing. `nodes`: in the order in which they were come to; of a node that was come to several times the
 * latest counts. `status`: of the approval.
 */
export function progressOf(tree: FlowTree, nodes: readonly NodePassed[], status: string): ReadonlyMap<string, NodeProgress> {
  const latest = new Map(nodes.map((node) => [node.nodeKey, node]))
  const isRunning = status === 'running'
  const found = new Map<string, NodeProgress>()
  const put = (id: string, stage: NodeStage, tasks: readonly TaskShown[] = []): void => void found.set(id, { stage, tasks })
  const visit = (all: readonly FlowNode[], isSkipped: boolean): void => {
    for (const node of all) {
      const passed = latest.get(node.id)
      const left: NodeStage = isSkipped || !isRunning ? 'skipped' : 'coming'
      put(node.id, passed ? (stages[passed.nodeState] ?? 'past') : left, passed?.tasks)
      const taken = node.kind === 'condition' ? passed?.branchKey : undefined
      for (const branch of branchesOf(node)) {
        const isOut = isSkipped || (taken !== null && taken !== undefined && taken !== branch.id)
        put(branch.id, isOut ? 'skipped' : passed ? 'past' : left)
        visit(branch.nodes, isOut)
      }
    }
  }
  put(startId, 'past')
  visit(tree.nodes, false)
  put(endId, isRunning ? 'coming' : status === 'agreed' ? 'past' : status === 'refused' ? 'refused' : 'ended')
  return found
}
