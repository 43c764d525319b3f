import { type ReactNode, useState } from 'react'
import type { View } from '#contract/kit/entity/view.ts'
import { keep, kept } from '#src/data/stored.ts'
import type { MoreAct } from '#src/kit/list/list-acts.tsx'
import type { ListState } from '#src/kit/list/list-state.ts'
import type { Change } from '#src/kit/list/use-list-state.ts'
import { useWords } from '#src/words/words.ts'
import { FilterTree, type FilterTrees } from './filter-tree.tsx'

interface SideTree {
  /** The action that shows or hides the panel; empty for a list without trees. */
  readonly acts: readonly MoreAct[]
  /** Renders the panel next to a list. */
  readonly beside: (list: ReactNode) => ReactNode
}

/** The filter tree of a list, hidden by default; its visibility is stored in this browser. */
export function useSideTree(view: View, state: ListState, change: Change, trees: FilterTrees | undefined): SideTree {
  const { word } = useWords()
  const key = `side:${view.entity.name}`
  const [isOpen, setOpen] = useState(() => kept<boolean>(key) === true)
  if (!trees) return { acts: [], beside: (list) => list }
  const toggle = (): void => {
    keep(key, !isOpen)
    setOpen(!isOpen)
  }
  return {
    acts: [{ key: 'side', label: word(isOpen ? 'side.hide' : 'side.show'), onClick: toggle }],
    beside: (list) => (
      <div className="eam-beside">
        {isOpen && <FilterTree {...trees} state={state} change={change} />}
        <div>{list}</div>
      </div>
    ),
  }
}
