import type { TreeNode } from '#src/data/hooks.ts'

/** Maps each node of a tree to its parent; roots are absent. */
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

/** The nodes to tick for a value: those that are not included only as an ancestor. */
export function shownIn(named: readonly string[], parents: ReadonlyMap<string, string>): string[] {
  const groups = new Set(named.flatMap((id) => above(id, parents)))
  return named.filter((id) => !groups.has(id))
}

/** The ticked nodes with their ancestors. */
export function withParents(ticked: readonly string[], parents: ReadonlyMap<string, string>): string[] {
  return [...new Set(ticked.flatMap((id) => [...above(id, parents).reverse(), id]))]
}
