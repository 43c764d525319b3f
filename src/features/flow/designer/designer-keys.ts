import type { KeyboardEvent } from 'react'
import { isTyping } from '#src/kit/typing.ts'
import { type DesignerAct, spotAfter } from './designer-state.ts'
import type { DrawingStore } from './drawing-store.ts'

/** What a key pressed on an item does; undefined when it does nothing. */
export function actOfKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
  id: string,
): DesignerAct | undefined {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return { do: event.shiftKey ? 'redo' : 'undo' }
    if (key === 'y') return { do: 'redo' }
    if (key === 'c') return { do: 'copy', id }
    if (key === 'x') return { do: 'cut', id }
    return undefined
  }
  if (event.altKey) {
    if (key === 'ArrowUp' || key === 'ArrowLeft') return { do: 'shift', id, by: -1 }
    if (key === 'ArrowDown' || key === 'ArrowRight') return { do: 'shift', id, by: 1 }
    return undefined
  }
  if (key === 'Enter' || key === ' ') return { do: 'open', id }
  if (key === 'Delete' || key === 'Backspace') return { do: 'remove', id }
  if (key === 'Escape') return { do: 'open', id: undefined }
  return undefined
}

/** The keys of the designer: acts on the selected item, the menu of kinds, and saving. Returns whether the key was taken. */
export function takeKey(event: KeyboardEvent<HTMLElement>, store: DrawingStore, save: () => void): boolean {
  const isControl = event.ctrlKey || event.metaKey
  const key = event.key.toLowerCase()
  if (isControl && key === 's') {
    save()
    return true
  }
  if (isTyping(event.target)) return false
  const { designer, act, put } = store.getState()
  const spot = spotAfter(designer.tree, designer.selected)
  if (isControl && key === 'v') {
    act({ do: 'paste', spot })
    return true
  }
  if (!isControl && (key === '+' || key === 'insert')) {
    const { right, top } = event.target instanceof HTMLElement ? event.target.getBoundingClientRect() : { right: 0, top: 0 }
    put({ menu: { spot, x: right + 8, y: top } })
    return true
  }
  // Buttons keep Enter and the space bar; undo works wherever the focus is.
  const isItem = event.target instanceof HTMLElement && event.target.matches('[role="treeitem"]')
  const found = actOfKey(event, designer.selected)
  if (!found || (!isItem && found.do !== 'undo' && found.do !== 'redo')) return false
  act(found)
  return true
}
