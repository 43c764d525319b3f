import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '#src/words/words.ts'
import { focusAfter } from '../tree/tree-order.ts'
import { usePan } from '../tree/use-pan.ts'
import { useZoom } from '../tree/use-zoom.ts'
import { useDrawingStore } from './drawing-store.ts'
import { FlowDrawing } from './flow-drawing.tsx'
import '../flow.css'
import './flow-branches.css'

interface Props {
  readonly label: string
  /** Above the drawing, beside the zoom. */
  readonly tools?: ReactNode
  /** Keys beside those that move the focus; returns whether it took the key. */
  readonly onKey?: (event: KeyboardEvent<HTMLElement>) => boolean
}

/** The item of a drawing that has an id. */
export const itemIn = (frame: ParentNode | null, id: string): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[role="treeitem"][data-id="${CSS.escape(id)}"]`) ?? null

/** A drawing in a window of its own: zoom, pan, and the focus that walks over it. */
export function FlowCanvas({ label, tools, onKey }: Props): ReactNode {
  const { word } = useWords()
  const store = useDrawingStore()
  const frame = useRef<HTMLDivElement>(null)
  const { scale, zoomIn, zoomOut, fit } = useZoom(frame)
  const pan = usePan()
  useEffect(() => {
    // Drawn wide, the tree begins in the middle.
    const window = frame.current
    if (window) window.scrollLeft = (window.scrollWidth - window.clientWidth) / 2
    let last = store.getState().designer
    // What an act has chosen gets the focus, where the focus was in the drawing before.
    return store.subscribe(({ designer }) => {
      const isElsewhere = designer.selected !== last.selected || designer.tree !== last.tree
      const isInside = frame.current?.contains(document.activeElement) || document.activeElement === document.body
      last = designer
      if (!isElsewhere || !isInside) return
      requestAnimationFrame(() => {
        const item = itemIn(frame.current, store.getState().designer.selected)
        if (item === document.activeElement) return
        item?.focus({ preventScroll: true })
        item?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      })
    })
  }, [store])
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (onKey?.(event)) {
      event.preventDefault()
      return
    }
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target as HTMLElement).matches('[role="treeitem"]')) return
    const { designer, act } = store.getState()
    const id = focusAfter(designer.tree, designer.selected, event.key)
    if (!id) return
    event.preventDefault()
    act({ do: 'select', id })
  }
  const percent = `${Math.round(scale * 100)}%`
  return (
    <section className="eam-flow-frame" aria-label={label}>
      <div className="eam-flow-tools">
        {tools}
        <Space.Compact className="eam-flow-zoom">
          <Button icon={<ZoomOutOutlined />} aria-label={word('flow.zoomOut')} title={word('flow.zoomOut')} onClick={zoomOut} />
          <Button onClick={fit} icon={<CompressOutlined />} title={word('flow.fit')} aria-label={`${word('flow.fit')} ${percent}`}>
            {percent}
          </Button>
          <Button icon={<ZoomInOutlined />} aria-label={word('flow.zoomIn')} title={word('flow.zoomIn')} onClick={zoomIn} />
        </Space.Compact>
      </div>
      <div ref={frame} className="eam-flow-canvas" {...pan}>
        {/* Scaled as a picture, without a new layout. */}
        <div className="eam-flow-sheet" style={{ transform: `scale(${scale})`, minWidth: `${100 / scale}%` }}>
          <FlowDrawing label={label} onKeyDown={press} />
        </div>
      </div>
    </section>
  )
}
