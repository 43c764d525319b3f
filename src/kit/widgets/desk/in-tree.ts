import type { TreeNode } from '#src/data/hooks.ts'

/** The parent of each node of a tree; roots have none. */
export function parentsOf(nodes: readonly TreeNode[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const walk = (below: readonly TreeNode[], parent?: string): void => {
    for (const { id, children } of below) {
      if (parent !== undefined) found.set(id, parent)
      walk(children ?? [], id)
    }
  }
  walk(nodes)
  return found
}

function above(id: string, parents: ReadonlyMap<string, string>): string[] {
  const parent = parents.get(id)
  return parent === undefined ? [] : [parent, ...above(parent, parents)]
}

/** What is ticked for named nodes: one that is named because of a node below it is not ticked itself. */
export function shownIn(named: readonly string[], parents: ReadonlyMap<string, string>): string[] {
  const groups = new Set(named.flatMap((id) => above(id, parents)))
  return named.filter((id) => !groups.has(id))
}

/** The ticked nodes with what lies above them. */
export function withParents(ticked: readonly string[], parents: ReadonlyMap<string, string>): string[] {
  return [...new Set(ticked.flatMap((id) => [...above(id, parents).reverse(), id]))]
}
