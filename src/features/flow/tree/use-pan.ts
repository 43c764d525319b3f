import { type PointerEvent, useRef } from 'react'

/** Moving a drawing by dragging its background: the handlers of its window. */
export function usePan() {
  const from = useRef<{ readonly x: number; readonly y: number; readonly left: number; readonly top: number } | undefined>(undefined)
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>): void {
      const isBackground = !(event.target as HTMLElement).closest('[role="treeitem"], button, input')
      if (event.button !== 0 || event.pointerType === 'touch' || !isBackground) return
      const { scrollLeft: left, scrollTop: top } = event.currentTarget
      from.current = { x: event.clientX, y: event.clientY, left, top }
      event.currentTarget.setPointerCapture(event.pointerId)
      event.currentTarget.classList.add('eam-flow-panning')
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>): void {
      const start = from.current
      if (!start) return
      event.currentTarget.scrollLeft = start.left - (event.clientX - start.x)
      event.currentTarget.scrollTop = start.top - (event.clientY - start.y)
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>): void {
      from.current = undefined
      event.currentTarget.classList.remove('eam-flow-panning')
    },
  }
}
