import type { Words } from '#contract/kit/words.ts'

/** A node of a filter tree, with the filters that selecting it sets, by wire name. */
export interface FilterNode {
  readonly key: string
  readonly title: string
  readonly filters: Readonly<Record<string, string>>
  readonly children?: readonly FilterNode[]
}

/** A node defined by the page. */
export interface StaticNode extends Words {
  readonly key: string
  readonly children?: readonly StaticNode[]
}

/** A dictionary, and the wire name to filter by its values. */
export interface DictionarySource extends Words {
  readonly code: string
  readonly wire: string
}

/** Source of the nodes of a filter tree. */
export type TreeSource = Words &
  (
    | ({ readonly kind: 'dict' } & Omit<DictionarySource, 'zh' | 'en'>)
    | { readonly kind: 'dicts'; readonly dictionaries: readonly DictionarySource[] }
    /** The last five years by month; `wires`: names for first and last day. */
    | { readonly kind: 'date'; readonly wires: readonly [string, string] }
    /** A call that returns a tree of `id`, `name` and `children`. */
    | { readonly kind: 'url'; readonly path: string; readonly wire: string }
    | { readonly kind: 'static'; readonly nodes: readonly StaticNode[]; readonly wire: string }
  )

const all = (nodes: readonly FilterNode[]): FilterNode[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])

/** Every wire name that the nodes of a tree filter by. */
export const wiresIn = (nodes: readonly FilterNode[]): ReadonlySet<string> =>
  new Set(all(nodes).flatMap((node) => Object.keys(node.filters)))

/** The key of the node with the same filters as the list; the node without filters when the list has none of the tree's. */
export function chosenIn(nodes: readonly FilterNode[], filters: Readonly<Record<string, string>>): string | undefined {
  const open = [...wiresIn(nodes)].filter((wire) => filters[wire] !== undefined)
  return all(nodes).find((node) => {
    const wires = Object.keys(node.filters)
    return wires.length === open.length && wires.every((wire) => filters[wire] === node.filters[wire])
  })?.key
}
