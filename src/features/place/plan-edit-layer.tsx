import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { corners, outlineOf, type Point } from '#contract/entities/place/outline.ts'
import { useWords } from '#src/words/words.ts'
import { clickMeans } from './public/plan-draft.ts'
import { placeOf } from './public/plan-stage.tsx'

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const within = (share: number): number => Math.min(1, Math.max(0, share))

/** Where an arrow key brings a point, half a percent or five with Shift; undefined for other keys. */
function stepped({ key, shiftKey }: KeyboardEvent, { x, y }: Point): Point | undefined {
  const step = steps[key]
  const far = shiftKey ? 0.05 : 0.005
  return step && { x: within(x + step.x * far), y: within(y + step.y * far) }
}

/** Where a pointer stands on the picture that lies below an element. */
function pointAt({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.closest('.eam-plan-stage')!.getBoundingClientRect()
  return { x: within((clientX - left) / width), y: within((clientY - top) / height) }
}

interface DrawProps {
  readonly points: readonly Point[]
  readonly onPoints: (points: readonly Point[]) => void
  readonly onClose: () => void
  readonly onCancel: () => void
}

/** Takes the corners of a new outline, by clicks or from the keyboard. */
export function DrawLayer({ points, onPoints, onClose, onCancel }: DrawProps): ReactNode {
  const { word } = useWords()
  const [cursor, setCursor] = useState<Point>({ x: 0.5, y: 0.5 })
  const surface = useRef<HTMLDivElement>(null)
  useEffect(() => surface.current?.focus(), [])
  const isFull = points.length >= corners.most
  const add = (point: Point): void => {
    setCursor(point)
    if (!isFull) onPoints([...points, point])
  }
  // A click comes from the main button or the first finger alone, and not from a finger that moves the picture.
  const press = (event: MouseEvent<HTMLDivElement>): void => {
    const point = pointAt(event)
    const meant = clickMeans(points, point, event.currentTarget.getBoundingClientRect())
    if (meant === 'close') onClose()
    else if (meant === 'add') add(point)
  }
  const act = (key: string): (() => void) | undefined =>
    key === ' '
      ? () => add(cursor)
      : key === 'Enter'
        ? () => points.length >= corners.least && onClose()
        : key === 'Backspace'
          ? () => onPoints(points.slice(0, -1))
          : key === 'Escape'
            ? onCancel
            : undefined
  const type = (event: KeyboardEvent): void => {
    const moved = stepped(event, cursor)
    const asked = act(event.key)
    if (!moved && !asked) return
    event.preventDefault()
    if (moved) setCursor(moved)
    else asked?.()
  }
  const said = { x: Math.round(cursor.x * 100), y: Math.round(cursor.y * 100), count: points.length }
  return (
    <>
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <polyline points={outlineOf(points)} className="eam-plan-line" />
      </svg>
      {points.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: corners have no other name than their place
        <span key={index} className="eam-plan-point" style={placeOf(point)} aria-hidden="true" />
      ))}
      <span className="eam-plan-cursor" style={placeOf(cursor)} aria-hidden="true" />
      <div
        ref={surface}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is drawn on from the keyboard
        tabIndex={0}
        className="eam-plan-surface"
        aria-label={word('plan.surface')}
        onClick={press}
        onKeyDown={type}
      />
      <span className="eam-plan-status" role="status">
        {word('plan.cursor', said)}
      </span>
    </>
  )
}

interface CornerProps {
  readonly points: readonly Point[]
  /** What is being dragged; nothing of it is kept yet. */
  readonly onDrag: (points: readonly Point[] | undefined) => void
  readonly onPoints: (points: readonly Point[]) => void
}

const moved = (points: readonly Point[], index: number, to: Point): Point[] => points.map((point, at) => (at === index ? to : point))
const halfway = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** The corners of a drawn room: dragged, moved by arrow keys, removed, and added halfway between two. */
export function CornerLayer({ points, onDrag, onPoints }: CornerProps): ReactNode {
  const { word } = useWords()
  // A press that moves nothing changes nothing.
  const isDragging = useRef(false)
  const letGo = (): void => {
    isDragging.current = false
    onDrag(undefined)
  }
  const grasp = (event: PointerEvent<HTMLElement>): void => {
    if (event.button === 0 && event.isPrimary) event.currentTarget.setPointerCapture(event.pointerId)
  }
  const drag = (event: PointerEvent<HTMLElement>, index: number): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    isDragging.current = true
    onDrag(moved(points, index, pointAt(event)))
  }
  const drop = (event: PointerEvent<HTMLElement>, index: number): void => {
    if (isDragging.current) onPoints(moved(points, index, pointAt(event)))
    letGo()
  }
  const type = (event: KeyboardEvent, index: number): void => {
    const to = stepped(event, points[index]!)
    if (to) onPoints(moved(points, index, to))
    else if (event.key === 'Delete' && points.length > corners.least) onPoints(points.filter((_, at) => at !== index))
    else return
    event.preventDefault()
  }
  return (
    <>
      {points.map((point, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: corners have no other name than their place
          key={index}
          type="button"
          className="eam-plan-point"
          style={placeOf(point)}
          aria-label={word('plan.corner', { n: index + 1 })}
          onKeyDown={(event) => type(event, index)}
          onPointerDown={grasp}
          onPointerMove={(event) => drag(event, index)}
          onPointerUp={(event) => drop(event, index)}
          onPointerCancel={letGo}
        />
      ))}
      {points.length < corners.most &&
        points.map((point, index) => {
          const middle = halfway(point, points[(index + 1) % points.length]!)
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: edges have no other name than their place
              key={index}
              type="button"
              className="eam-plan-point eam-plan-between"
              style={placeOf(middle)}
              aria-label={word('plan.between', { n: index + 1 })}
              onClick={() => onPoints([...points.slice(0, index + 1), middle, ...points.slice(index + 1)])}
            />
          )
        })}
    </>
  )
}
