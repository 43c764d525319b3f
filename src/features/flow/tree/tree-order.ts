import { branchesOf, endId, type FlowNode, type FlowTree, startId } from '#contract/entities/flow/tree.ts'

interface Item {
  readonly id: string
  readonly parent?: string
  readonly children: readonly string[]
  /** The branches of the same node, for one of them. */
  readonly beside: readonly string[]
}

/** What the focus walks over, in reading order: start, nodes, branches, end. */
function itemsOf(tree: FlowTree): readonly Item[] {
  const items: Item[] = [{ id: startId, children: [], beside: [] }]
  const visit = (nodes: readonly FlowNode[], parent?: string): void => {
    for (const node of nodes) {
      const branches = branchesOf(node)
      const ids = branches.map(({ id }) => id)
      items.push({ id: node.id, children: ids, beside: [], ...(parent ? { parent } : {}) })
      for (const branch of branches) {
        items.push({ id: branch.id, parent: node.id, children: branch.nodes.map(({ id }) => id), beside: ids })
        visit(branch.nodes, branch.id)
      }
    }
  }
  visit(tree.nodes)
  items.push({ id: endId, children: [], beside: [] })
  return items
}

/** Where a key takes the focus: up and down in reading order, right and left over branches, else into and out of them. */
export function focusAfter(tree: FlowTree, id: string, key: string): string | undefined {
  const items = itemsOf(tree)
  const at = items.findIndex((item) => item.id === id)
  const item = items[at]
  if (!item) return startId
  const beside = (by: number): string | undefined => item.beside[item.beside.indexOf(id) + by]
  switch (key) {
    case 'ArrowDown':
      return items[at + 1]?.id
    case 'ArrowUp':
      return items[at - 1]?.id
    case 'ArrowRight':
      return beside(1) ?? item.children[0]
    case 'ArrowLeft':
      return (item.beside.indexOf(id) > 0 ? beside(-1) : undefined) ?? item.parent
    case 'Home':
      return startId
    case 'End':
      return endId
    default:
      return undefined
  }
}
