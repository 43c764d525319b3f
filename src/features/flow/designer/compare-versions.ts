import { branchesOf, type FlowNode, type FlowTree, startId } from '#contract/entities/flow/tree.ts'

export type Difference = 'added' | 'removed' | 'changed' | 'moved'

export interface Compared {
  readonly id: string
  readonly is: Difference
  /** The facts that differ, of a changed one. */
  readonly facts: readonly string[]
}

interface Flat {
  readonly facts: Readonly<Record<string, unknown>>
  readonly sequence: string
  readonly place: number
}

const own = new Set(['nodes', 'branches', 'otherwise', 'id'])
const factsOf = (one: object): Record<string, unknown> => Object.fromEntries(Object.entries(one).filter(([name]) => !own.has(name)))

/** Every node and branch by its id, with its own facts and where it stands. */
function flat(tree: FlowTree): ReadonlyMap<string, Flat> {
  const found = new Map<string, Flat>()
  const visit = (nodes: readonly FlowNode[], sequence: string): void => {
    for (const [place, node] of nodes.entries()) {
      found.set(node.id, { facts: factsOf(node), sequence, place })
      for (const [index, branch] of branchesOf(node).entries()) {
        found.set(branch.id, { facts: factsOf(branch), sequence: node.id, place: index })
        visit(branch.nodes, branch.id)
      }
    }
  }
  visit(tree.nodes, startId)
  return found
}

/** The ids of both sequences that keep their order: the longest common run of them. */
function steady(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const longest = before.map(() => after.map(() => 0))
  const at = (row: number, column: number): number => longest[row]?.[column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      longest[row]![column] =
        before[row] === after[column] ? 1 + at(row + 1, column + 1) : Math.max(at(row + 1, column), at(row, column + 1))
  const kept = new Set<string>()
  for (let row = 0, column = 0; row < before.length && column < after.length; )
    if (before[row] === after[column]) {
      kept.add(before[row]!)
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  return kept
}

/** Those that stand in the same sequence as before and yet changed places with others there. */
function reordered(before: ReadonlyMap<string, Flat>, after: ReadonlyMap<string, Flat>): ReadonlySet<string> {
  const sequences = new Map<string, { before: string[]; after: string[] }>()
  const both = [...before.keys()].filter((id) => before.get(id)?.sequence === after.get(id)?.sequence)
  const take = (side: 'before' | 'after', all: ReadonlyMap<string, Flat>): void => {
    for (const id of [...both].sort((one, other) => all.get(one)!.place - all.get(other)!.place)) {
      const name = all.get(id)!.sequence
      if (!sequences.has(name)) sequences.set(name, { before: [], after: [] })
      sequences.get(name)![side].push(id)
    }
  }
  take('before', before)
  take('after', after)
  const kept = [...sequences.values()].map((one) => steady(one.before, one.after))
  return new Set(both.filter((id) => !kept.some((ids) => ids.has(id))))
}

/** What differs between two versions, node by node in reading order of the newer one, what was removed last. Order of keys does not count. */
export function compareTrees(older: FlowTree, newer: FlowTree): readonly Compared[] {
  const [before, after] = [flat(older), flat(newer)]
  const out = reordered(before, after)
  const found: Compared[] = []
  if ((older.allowSelf ?? false) !== (newer.allowSelf ?? false)) found.push({ id: startId, is: 'changed', facts: ['allowSelf'] })
  for (const [id, one] of after) {
    const former = before.get(id)
    if (!former) {
      found.push({ id, is: 'added', facts: [] })
      continue
    }
    const names = [...new Set([...Object.keys(former.facts), ...Object.keys(one.facts)])]
    const facts = names.filter((name) => canonical(former.facts[name]) !== canonical(one.facts[name]))
    if (facts.length > 0) found.push({ id, is: 'changed', facts })
    else if (former.sequence !== one.sequence || out.has(id)) found.push({ id, is: 'moved', facts: [] })
  }
  for (const id of before.keys()) if (!after.has(id)) found.push({ id, is: 'removed', facts: [] })
  return found
}

/** JSON with the keys in order: the database gives them back in an order of its own. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, one: unknown) =>
      typeof one === 'object' && one !== null && !Array.isArray(one)
        ? Object.fromEntries(Object.entries(one).sort(([left], [right]) => (left < right ? -1 : 1)))
        : one,
    ) ?? ''
  )
}

/** Whether two trees say the same. */
export const isSameTree = (one: FlowTree, other: FlowTree): boolean => canonical(one) === canonical(other)
