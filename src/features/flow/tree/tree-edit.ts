import { type Branch, branchesOf, type FlowNode, type FlowTree, startId } from '#contract/entities/flow/tree.ts'

/** A place for a node: before the node at `index` of the sequence of a branch, or of the whole tree (`start`). */
export interface Spot {
  readonly sequence: string
  readonly index: number
}

type Nodes = readonly FlowNode[]

/** Like `map`, but answers the same array when nothing has changed: cards of untouched parts are not drawn again. */
function mapSame<T>(all: readonly T[], change: (one: T) => T): readonly T[] {
  const next = all.map(change)
  return next.some((one, index) => one !== all[index]) ? next : all
}

/** A node with its branches changed; the same node when none was. */
export function mapBranches(node: FlowNode, change: (branch: Branch) => Branch): FlowNode {
  if (node.kind !== 'parallel' && node.kind !== 'condition') return node
  const branches = mapSame<Branch>(node.branches, change)
  if (node.kind === 'parallel') return branches === node.branches ? node : { ...node, branches }
  const otherwise = node.otherwise && change(node.otherwise)
  if (branches === node.branches && otherwise === node.otherwise) return node
  return { ...node, branches: branches as typeof node.branches, ...(otherwise ? { otherwise } : {}) }
}

const withNodes = (branch: Branch, nodes: Nodes): Branch => (nodes === branch.nodes ? branch : { ...branch, nodes })

/** The tree with one sequence changed: that of a branch, or of the tree itself (`start`). */
export function editSequence(tree: FlowTree, sequence: string, change: (nodes: Nodes) => Nodes): FlowTree {
  const inBranch = (branch: Branch): Branch =>
    withNodes(branch, branch.id === sequence ? change(branch.nodes) : mapSame(branch.nodes, inNode))
  const inNode = (node: FlowNode): FlowNode => mapBranches(node, inBranch)
  const nodes = sequence === startId ? change(tree.nodes) : mapSame(tree.nodes, inNode)
  return nodes === tree.nodes ? tree : { ...tree, nodes }
}

/** The tree with every sequence changed, the innermost first. */
function editAll(tree: FlowTree, change: (nodes: Nodes) => Nodes): FlowTree {
  const inNodes = (nodes: Nodes): Nodes =>
    change(mapSame(nodes, (node) => mapBranches(node, (branch) => withNodes(branch, inNodes(branch.nodes)))))
  const nodes = inNodes(tree.nodes)
  return nodes === tree.nodes ? tree : { ...tree, nodes }
}

/** The tree with one node replaced by none, one or several. */
export const replaceNode = (tree: FlowTree, id: string, change: (node: FlowNode) => Nodes): FlowTree =>
  editAll(tree, (nodes) => {
    const index = nodes.findIndex((node) => node.id === id)
    const node = nodes[index]
    if (!node) return nodes
    const put = change(node)
    return put.length === 1 && put[0] === node ? nodes : [...nodes.slice(0, index), ...put, ...nodes.slice(index + 1)]
  })

/** The tree with one branch changed. */
export const replaceBranch = (tree: FlowTree, id: string, change: (branch: Branch) => Branch): FlowTree =>
  editAll(tree, (nodes) => mapSame(nodes, (node) => mapBranches(node, (branch) => (branch.id === id ? change(branch) : branch))))

/** Where a node or a branch stands. */
export type Found =
  | { readonly is: 'node'; readonly node: FlowNode; readonly spot: Spot; readonly holder?: FlowNode }
  | { readonly is: 'branch'; readonly branch: Branch; readonly holder: FlowNode; readonly index: number; readonly isDefault: boolean }

/** Finds a node or a branch by its id. */
export function find(tree: FlowTree, id: string): Found | undefined {
  const inNodes = (nodes: Nodes, sequence: string, holder?: FlowNode): Found | undefined => {
    for (const [index, node] of nodes.entries()) {
      if (node.id === id) return { is: 'node', node, spot: { sequence, index }, ...(holder ? { holder } : {}) }
      for (const [at, branch] of branchesOf(node).entries()) {
        const isDefault = node.kind === 'condition' && branch === node.otherwise
        if (branch.id === id) return { is: 'branch', branch, holder: node, index: at, isDefault }
        const below = inNodes(branch.nodes, branch.id, node)
        if (below) return below
      }
    }
    return undefined
  }
  return inNodes(tree.nodes, startId)
}

/** Every id of a tree, of nodes and branches. */
export function idsOf(nodes: Nodes): string[] {
  return nodes.flatMap((node) => [node.id, ...branchesOf(node).flatMap((branch) => [branch.id, ...idsOf(branch.nodes)])])
}

/** Gives ids that the tree does not use yet. */
export function freshIds(tree: FlowTree, more: Nodes = []): () => string {
  const used = [...idsOf(tree.nodes), ...idsOf(more)].map((id) => Number(/^n(\d+)$/.exec(id)?.[1] ?? 0))
  let last = Math.max(0, ...used)
  return () => `n${++last}`
}

/** A node with everything below it under ids of its own. */
export function withFreshIds(node: FlowNode, next: () => string): FlowNode {
  const id = next()
  const below = mapBranches(node, (branch) => ({ ...branch, id: next(), nodes: branch.nodes.map((one) => withFreshIds(one, next)) }))
  return { ...below, id }
}

/** The tree with nodes put at a place. */
export const insertAt = (tree: FlowTree, { sequence, index }: Spot, added: Nodes): FlowTree =>
  editSequence(tree, sequence, (nodes) => [...nodes.slice(0, index), ...added, ...nodes.slice(index)])

/** The tree without a branch; with a single one left the node dissolves into what stands in that one. */
function withoutBranch(tree: FlowTree, holder: FlowNode, id: string): FlowTree {
  return replaceNode(tree, holder.id, (node) => {
    const left = branchesOf(node).filter((branch) => branch.id !== id)
    if (left.length < 2) return left.flatMap((branch) => branch.nodes)
    if (node.kind === 'parallel') return [{ ...node, branches: left }]
    return node.kind === 'condition' ? [{ ...node, branches: node.branches.filter((branch) => branch.id !== id) }] : [node]
  })
}

/** The tree without a node or a branch. The default branch stays: a condition needs it. */
export function remove(tree: FlowTree, id: string): FlowTree {
  const found = find(tree, id)
  if (!found) return tree
  if (found.is === 'node') return replaceNode(tree, id, () => [])
  return found.isDefault ? tree : withoutBranch(tree, found.holder, id)
}

/** The tree with a node at another place; the same tree where it cannot go: into itself, or where it stands. */
export function move(tree: FlowTree, id: string, spot: Spot): FlowTree {
  const found = find(tree, id)
  if (found?.is !== 'node') return tree
  const isInside = branchesOf(found.node).some((branch) => branch.id === spot.sequence || idsOf(branch.nodes).includes(spot.sequence))
  const { sequence, index } = found.spot
  const isSame = sequence === spot.sequence
  if (isInside || (isSame && (spot.index === index || spot.index === index + 1))) return tree
  const to = isSame && spot.index > index ? { ...spot, index: spot.index - 1 } : spot
  return insertAt(
    editSequence(tree, sequence, (nodes) => nodes.filter((node) => node.id !== id)),
    to,
    [found.node],
  )
}

/** The place one step up or down: over the neighbour, or out of the branch at its edge; undefined at the edge of the tree. */
export function spotBeside(tree: FlowTree, id: string, by: 1 | -1): Spot | undefined {
  const found = find(tree, id)
  if (found?.is !== 'node') return undefined
  const { spot, holder } = found
  let length = 0
  editSequence(tree, spot.sequence, (nodes) => {
    length = nodes.length
    return nodes
  })
  const to = spot.index + by
  if (to >= 0 && to < length) return { sequence: spot.sequence, index: by === 1 ? to + 1 : to }
  const around = holder && find(tree, holder.id)
  if (around?.is !== 'node') return undefined
  return { sequence: around.spot.sequence, index: around.spot.index + (by === 1 ? 1 : 0) }
}

/** The tree with a branch one place to the left or right; the default stays last. */
export function shiftBranch(tree: FlowTree, id: string, by: 1 | -1): FlowTree {
  const found = find(tree, id)
  if (found?.is !== 'branch' || found.isDefault) return tree
  return replaceNode(tree, found.holder.id, (node) => {
    if (node.kind !== 'parallel' && node.kind !== 'condition') return [node]
    const branches = [...node.branches] as Branch[]
    const [one] = branches.splice(found.index, 1)
    const to = found.index + by
    if (!one || to < 0 || to > branches.length) return [node]
    branches.splice(to, 0, one)
    return [{ ...node, branches } as FlowNode]
  })
}
