import { branchesOf, type ConditionBranch, type FlowNode, type FlowTree, type NodeKind, startId } from '#contract/entities/flow/tree.ts'
import {
  find,
  freshIds,
  insertAt,
  move,
  remove,
  replaceBranch,
  replaceNode,
  type Spot,
  shiftBranch,
  spotBeside,
  withFreshIds,
} from '../tree/tree-edit.ts'

/** What the designer holds. Trees are shared between steps: an act makes new objects only along the way to what it changes. */
export interface DesignerState {
  readonly tree: FlowTree
  /** The tree as the server has it. */
  readonly saved: FlowTree
  readonly past: readonly FlowTree[]
  readonly future: readonly FlowTree[]
  /** The node, branch, `start` or `end` that has the focus. */
  readonly selected: string
  /** Whose settings are open. */
  readonly opened?: string | undefined
  readonly clipboard?: FlowNode | undefined
  /** Acts with the same key one after another are one step of undo, such as the letters of a name. */
  readonly lastKey?: string | undefined
}

export type DesignerAct =
  | { readonly do: 'load' | 'saved'; readonly tree: FlowTree }
  | { readonly do: 'select'; readonly id: string }
  | { readonly do: 'open'; readonly id: string | undefined }
  | { readonly do: 'add'; readonly spot: Spot; readonly kind: NodeKind; readonly act?: string }
  | { readonly do: 'change'; readonly id: string; readonly facts: Readonly<Record<string, unknown>>; readonly key?: string }
  | { readonly do: 'allowSelf'; readonly isOn: boolean }
  | { readonly do: 'move'; readonly id: string; readonly spot: Spot }
  | { readonly do: 'shift'; readonly id: string; readonly by: 1 | -1 }
  | { readonly do: 'remove' | 'duplicate' | 'copy' | 'cut' | 'addBranch' | 'addDefault'; readonly id: string }
  | { readonly do: 'paste'; readonly spot: Spot }
  | { readonly do: 'undo' | 'redo' }

/** As many steps can be undone. */
const mostSteps = 200

/** The state that a definition is opened with. */
export const designerOf = (tree: FlowTree): DesignerState => ({ tree, saved: tree, past: [], future: [], selected: startId })

/** Whether the tree differs from what the server has. */
export const isChanged = ({ tree, saved }: DesignerState): boolean => tree !== saved

/** A new node of a kind, with as little set as it can have. */
export function newNode(kind: NodeKind, next: () => string, act = ''): FlowNode {
  const id = next()
  const branch = () => ({ id: next(), nodes: [] })
  switch (kind) {
    case 'approve':
      return { kind, id, who: [], mode: 'one' }
    case 'copy':
      return { kind, id, who: [] }
    case 'condition':
      return { kind, id, branches: [{ ...branch(), when: [] }], otherwise: branch() }
    case 'parallel':
      return { kind, id, branches: [branch(), branch()] }
    case 'automatic':
      return { kind, id, act }
    case 'end':
      return { kind, id }
  }
}

function edited(state: DesignerState, tree: FlowTree, more: Partial<DesignerState> = {}, key?: string): DesignerState {
  if (tree === state.tree) return state
  const isGoingOn = key !== undefined && key === state.lastKey
  const past = isGoingOn ? state.past : [...state.past, state.tree].slice(-mostSteps)
  return { ...state, ...more, tree, past, future: [], lastKey: key }
}

/** The selection stays on something that is there. */
function settled(state: DesignerState): DesignerState {
  const isThere = (id: string): boolean => id === startId || id === 'end' || find(state.tree, id) !== undefined
  const selected = isThere(state.selected) ? state.selected : startId
  const opened = state.opened !== undefined && isThere(state.opened) ? state.opened : undefined
  return selected === state.selected && opened === state.opened ? state : { ...state, selected, opened }
}

const withFacts = <T extends object>(one: T, facts: Readonly<Record<string, unknown>>): T =>
  Object.fromEntries(Object.entries({ ...one, ...facts }).filter(([, value]) => value !== undefined)) as T

function changed(tree: FlowTree, id: string, facts: Readonly<Record<string, unknown>>): FlowTree {
  const found = find(tree, id)
  if (!found) return tree
  const before: object = found.is === 'node' ? found.node : found.branch
  const isSame = Object.entries(facts).every(([name, value]) => (before as Record<string, unknown>)[name] === value)
  if (isSame) return tree
  if (found.is === 'node') return replaceNode(tree, id, (node) => [withFacts(node, facts)])
  return replaceBranch(tree, id, (branch) => withFacts(branch, facts))
}

/** What has the focus after something was removed: what stood before it, else what holds it. */
function besideRemoved(tree: FlowTree, id: string): string {
  const found = find(tree, id)
  if (found?.is === 'branch') return found.holder.id
  if (found?.is !== 'node') return startId
  const { sequence, index } = found.spot
  if (index === 0) return sequence
  const nodes = sequence === startId ? tree.nodes : (branchesOf(found.holder!).find((branch) => branch.id === sequence)?.nodes ?? [])
  return nodes[index - 1]?.id ?? sequence
}

function removed(state: DesignerState, id: string, more: Partial<DesignerState> = {}): DesignerState {
  const tree = remove(state.tree, id)
  const beside = besideRemoved(state.tree, id)
  // The node of the last branch dissolves with it.
  const left = beside === startId || find(tree, beside) ? beside : besideRemoved(state.tree, beside)
  const selected = state.selected === id || !find(tree, state.selected) ? left : state.selected
  return edited(state, tree, { selected, ...more })
}

function withBranch(tree: FlowTree, id: string): FlowTree {
  const next = freshIds(tree)
  return replaceNode(tree, id, (node) => {
    if (node.kind === 'parallel') return [{ ...node, branches: [...node.branches, { id: next(), nodes: [] }] }]
    if (node.kind !== 'condition') return [node]
    const branch: ConditionBranch = { id: next(), when: [], nodes: [] }
    return [{ ...node, branches: [...node.branches, branch] }]
  })
}

const withDefault = (tree: FlowTree, id: string): FlowTree =>
  replaceNode(tree, id, (node) =>
    node.kind === 'condition' && !node.otherwise ? [{ ...node, otherwise: { id: freshIds(tree)(), nodes: [] } }] : [node],
  )

function inserted(state: DesignerState, spot: Spot, node: FlowNode, opens: boolean): DesignerState {
  const tree = insertAt(state.tree, spot, [node])
  return edited(state, tree, { selected: node.id, ...(opens ? { opened: node.id } : {}) })
}

function step(state: DesignerState, act: DesignerAct): DesignerState {
  const { tree, past, future } = state
  switch (act.do) {
    case 'load':
      return designerOf(act.tree)
    case 'saved':
      return { ...state, saved: act.tree, lastKey: undefined }
    case 'select':
      return act.id === state.selected
        ? state
        : { ...state, selected: act.id, ...(state.opened ? { opened: act.id } : {}), lastKey: undefined }
    case 'open':
      return act.id === state.opened ? state : { ...state, opened: act.id, selected: act.id ?? state.selected, lastKey: undefined }
    case 'add':
      return inserted(state, act.spot, newNode(act.kind, freshIds(tree), act.act), act.kind === 'approve' || act.kind === 'copy')
    case 'change':
      return edited(state, changed(tree, act.id, act.facts), {}, act.key && `${act.id} ${act.key}`)
    case 'allowSelf':
      return (tree.allowSelf ?? false) === act.isOn ? state : edited(state, { ...tree, allowSelf: act.isOn })
    case 'move':
      return edited(state, move(tree, act.id, act.spot), { selected: act.id })
    case 'shift': {
      const spot = spotBeside(tree, act.id, act.by)
      const isBranch = find(tree, act.id)?.is === 'branch'
      return edited(state, isBranch ? shiftBranch(tree, act.id, act.by) : spot ? move(tree, act.id, spot) : tree, { selected: act.id })
    }
    case 'remove':
      return removed(state, act.id)
    case 'duplicate': {
      const found = find(tree, act.id)
      if (found?.is !== 'node') return state
      return inserted(state, { ...found.spot, index: found.spot.index + 1 }, withFreshIds(found.node, freshIds(tree)), false)
    }
    case 'copy':
    case 'cut': {
      const found = find(tree, act.id)
      if (found?.is !== 'node') return state
      return act.do === 'copy' ? { ...state, clipboard: found.node } : removed(state, act.id, { clipboard: found.node })
    }
    case 'paste':
      return state.clipboard ? inserted(state, act.spot, withFreshIds(state.clipboard, freshIds(tree)), false) : state
    case 'addBranch':
      return edited(state, withBranch(tree, act.id))
    case 'addDefault':
      return edited(state, withDefault(tree, act.id))
    case 'undo': {
      const before = past.at(-1)
      return before ? { ...state, tree: before, past: past.slice(0, -1), future: [tree, ...future], lastKey: undefined } : state
    }
    case 'redo': {
      const [after, ...rest] = future
      return after ? { ...state, tree: after, past: [...past, tree], future: rest, lastKey: undefined } : state
    }
  }
}

/** The state after an act; the same object when nothing has changed. */
export function designed(state: DesignerState, act: DesignerAct): DesignerState {
  const next = step(state, act)
  return next === state || next.tree === state.tree ? next : settled(next)
}

/** The place directly after what has the focus: below a node, first in a branch, or first of all. */
export function spotAfter(tree: FlowTree, id: string): Spot {
  if (id === 'end') return { sequence: startId, index: tree.nodes.length }
  const found = find(tree, id)
  if (!found) return { sequence: startId, index: 0 }
  return found.is === 'branch' ? { sequence: id, index: 0 } : { ...found.spot, index: found.spot.index + 1 }
}
