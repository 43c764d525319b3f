import type { PointerEvent, ReactNode, ThHTMLAttributes } from 'react'

export interface WideHeaderProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Called with the new width in pixels; a header without it has no handle. */
  readonly onWiden?: (width: number) => void
}

/** A header cell with a draggable right edge. */
export function WideHeaderCell({ onWiden, children, ...rest }: WideHeaderProps): ReactNode {
  const begin = (event: PointerEvent<HTMLSpanElement>): void => {
    event.preventDefault()
    event.stopPropagation()
    const handle: HTMLElement = event.currentTarget
    const cell = handle.closest('th')
    if (!cell || !onWiden) return
    const from = event.clientX
    const width = cell.offsetWidth
    const stop = new AbortController()
    handle.setPointerCapture(event.pointerId)
    const widen = (moved: globalThis.PointerEvent): void => onWiden(width + moved.clientX - from)
    handle.addEventListener('pointermove', widen, { signal: stop.signal })
    handle.addEventListener('pointerup', () => stop.abort(), { signal: stop.signal })
    handle.addEventListener('pointercancel', () => stop.abort(), { signal: stop.signal })
  }
  return (
    <th {...rest}>
      {children}
      {onWiden && <span className="eam-widen" aria-hidden onPointerDown={begin} onClick={(event) => event.stopPropagation()} />}
    </th>
  )
}
