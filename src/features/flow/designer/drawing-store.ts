import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import { checkDefinition, type FlowFault } from '#contract/entities/flow/check-definition.ts'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import type { NodeProgress } from '../instance-progress.ts'
import type { Names } from '../tree/sentences.ts'
import type { Spot } from '../tree/tree-edit.ts'
import type { Difference } from './compare-versions.ts'
import { type DesignerAct, type DesignerState, designed, designerOf } from './designer-state.ts'

/** Where the menu of node kinds is open: the place of the new node, and the point of the window. */
export interface OpenMenu {
  readonly spot: Spot
  readonly x: number
  readonly y: number
}

/** Everything that a drawing shows. Cards read from it only what concerns them, so that an edit draws few of them again. */
export interface Drawing {
  readonly designer: DesignerState
  readonly approval?: Approval | undefined
  readonly isReadOnly: boolean
  readonly names: Names
  readonly faults: ReadonlyMap<string, readonly FlowFault[]>
  /** How nodes differ from another version. */
  readonly marks?: ReadonlyMap<string, Difference>
  /** How far a running approval is, by node and branch. */
  readonly progress?: ReadonlyMap<string, NodeProgress>
  readonly dragged?: string | undefined
  readonly menu?: OpenMenu | undefined
  readonly act: (act: DesignerAct) => void
  readonly put: (part: Partial<Pick<Drawing, 'names' | 'dragged' | 'menu' | 'progress' | 'marks'>>) => void
}

export type DrawingStore = StoreApi<Drawing>

const none: ReadonlyMap<string, readonly FlowFault[]> = new Map()
const same = (one: readonly FlowFault[] | undefined, other: readonly FlowFault[]): one is readonly FlowFault[] =>
  one?.length === other.length && one.every((fault, index) => fault.zh === other[index]?.zh)

/** Faults by node; what has not changed stays the same object. */
function faultsOf(tree: FlowTree, approval: Approval | undefined, before = none): Drawing['faults'] {
  if (!approval) return none
  const found = new Map<string, FlowFault[]>()
  for (const fault of checkDefinition(tree, approval)) {
    const all = found.get(fault.nodeId)
    if (all) all.push(fault)
    else found.set(fault.nodeId, [fault])
  }
  return new Map([...found].map(([id, all]) => [id, same(before.get(id), all) ? before.get(id)! : all]))
}

type Given = Pick<Drawing, 'approval' | 'isReadOnly'> & Partial<Pick<Drawing, 'marks' | 'progress'>> & { readonly tree: FlowTree }

/** The store of one drawing. Faults are looked for where it can be edited. */
export function drawingOf({ tree, approval, isReadOnly, ...more }: Given): DrawingStore {
  return createStore<Drawing>()((set, get) => ({
    ...more,
    designer: designerOf(tree),
    approval,
    isReadOnly,
    names: new Map(),
    faults: isReadOnly ? none : faultsOf(tree, approval),
    act(act) {
      const { designer, faults } = get()
      const next = designed(designer, act)
      if (next === designer) return
      set({ designer: next, ...(next.tree === designer.tree || isReadOnly ? {} : { faults: faultsOf(next.tree, approval, faults) }) })
    },
    put: (part) => set(part),
  }))
}

/** The drawing that a card stands in. */
export const DrawingContext = createContext<DrawingStore | undefined>(undefined)

/** The store of the drawing around a component. Throws outside of one. */
export function useDrawingStore(): DrawingStore {
  const store = useContext(DrawingContext)
  if (!store) throw new Error('no drawing is around this component')
  return store
}

/** A part of the drawing; the component renders again when that part changes. */
export function useDrawing<T>(select: (drawing: Drawing) => T): T {
  return useStore(useDrawingStore(), select)
}
