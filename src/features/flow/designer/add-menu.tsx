import { Dropdown, type MenuProps } from 'antd'
import { createElement, type ReactNode } from 'react'
import { type NodeKind, nodeKinds, startId } from '#contract/entities/flow/tree.ts'
import { useWords } from '#src/words/words.ts'
import { nodeName } from '../tree/sentences.ts'
import type { Spot } from '../tree/tree-edit.ts'
import { useTelling } from '../use-telling.ts'
import { useDrawing, useDrawingStore } from './drawing-store.ts'
import { itemIn } from './flow-canvas.tsx'
import { kindIcons } from './node-card.tsx'

const always: readonly NodeKind[] = ['approve', 'copy', 'condition', 'parallel']

/** What can stand at a place: the kinds of nodes, and what was copied. */
export function useAddItems(spotOf: () => Spot): MenuProps {
  const { say, word } = useWords()
  const telling = useTelling()
  const store = useDrawingStore()
  const approval = useDrawing((drawing) => drawing.approval)
  const clipboard = useDrawing((drawing) => drawing.designer.clipboard)
  const automatic = approval?.automatic ?? []
  const kinds: readonly NodeKind[] = [...always, ...(automatic.length > 0 ? (['automatic'] as const) : []), 'end']
  return {
    items: [
      ...kinds.map((kind) => ({ key: kind, icon: createElement(kindIcons[kind]), label: say(nodeKinds[kind]) })),
      ...(clipboard
        ? [{ type: 'divider' as const }, { key: 'paste', label: word('flow.paste', { what: nodeName(clipboard, telling) }) }]
        : []),
    ],
    onClick({ key }) {
      const { act } = store.getState()
      const spot = spotOf()
      if (key === 'paste') act({ do: 'paste', spot })
      else act({ do: 'add', spot, kind: key as NodeKind, ...(key === 'automatic' && automatic[0] ? { act: automatic[0] } : {}) })
      // The menu closes first.
      requestAnimationFrame(() => itemIn(document, store.getState().designer.selected)?.focus())
    },
  }
}

/** The one menu of all the round plus buttons, opened where one was pressed. */
export function AddMenu(): ReactNode {
  const { word } = useWords()
  const menu = useDrawing((drawing) => drawing.menu)
  const put = useDrawing((drawing) => drawing.put)
  const items = useAddItems(() => menu?.spot ?? { sequence: startId, index: 0 })
  return (
    <Dropdown
      open={menu !== undefined}
      trigger={['click']}
      autoFocus
      menu={{ ...items, 'aria-label': word('flow.addHere') }}
      onOpenChange={(isOpen) => !isOpen && put({ menu: undefined })}
    >
      <span className="eam-flow-anchor" style={{ left: menu?.x ?? 0, top: menu?.y ?? 0 }} />
    </Dropdown>
  )
}
