import type { HTMLAttributes } from 'react'
import { useWords } from '#src/words/words.ts'
import { useDrawing } from './designer/drawing-store.ts'
import type { NodeStage } from './instance-progress.ts'

const stageWords = {
  past: 'flow.past',
  current: 'flow.current',
  coming: 'flow.coming',
  skipped: 'flow.notTaken',
  refused: 'flow.refusedHere',
  ended: 'flow.endedHere',
} as const satisfies Record<NodeStage, string>
const markWords = { added: 'flow.added', removed: 'flow.removed', changed: 'flow.changed', moved: 'flow.moved' } as const

interface Item {
  /** What makes an element an item of the tree: role, focus and the click that opens its settings. */
  readonly given: HTMLAttributes<HTMLElement> & { readonly 'data-id': string }
  readonly className: string
  /** How far the approval is here, for a name that is made of what stands on the item; else that is part of its label. */
  readonly stage: string | undefined
}

/**
 * One item of the drawing as a tree: exactly one of them takes the focus of the page. `parts`: what its name says, before stage and faults, in the order in which
 * they stand on it. An item with people is named by its content, of which they are a part.
 */
export function useItem(id: string, level: number, parts: readonly string[]): Item {
  const { word, language } = useWords()
  const isSelected = useDrawing((drawing) => drawing.designer.selected === id)
  const stage = useDrawing((drawing) => drawing.progress?.get(id)?.stage)
  const hasPeople = useDrawing((drawing) => (drawing.progress?.get(id)?.tasks.length ?? 0) > 0)
  const mark = useDrawing((drawing) => drawing.marks?.get(id))
  const faults = useDrawing((drawing) => drawing.faults.get(id))
  const act = useDrawing((drawing) => drawing.act)
  const isReadOnly = useDrawing((drawing) => drawing.isReadOnly)
  const says = [stage && word(stageWords[stage]), mark && word(markWords[mark]), ...(faults ?? []).map((fault) => fault[language])]
  const classes = [
    isSelected && 'eam-flow-selected',
    stage && `eam-flow-stage-${stage}`,
    mark && `eam-flow-mark-${mark}`,
    faults && 'eam-flow-faulty',
  ]
  return {
    given: {
      role: 'treeitem',
      'aria-level': level,
      'aria-label': hasPeople ? undefined : [...parts, ...says].filter(Boolean).join(word('flow.comma')),
      tabIndex: isSelected ? 0 : -1,
      'aria-selected': isSelected,
      'data-id': id,
      onFocus: (event) => {
        if (event.target === event.currentTarget) act({ do: 'select', id })
      },
      onClick: () => {
        act({ do: 'select', id })
        if (!isReadOnly) act({ do: 'open', id })
      },
    },
    className: classes.filter(Boolean).join(' '),
    stage: hasPeople && stage ? word(stageWords[stage]) : undefined,
  }
}
