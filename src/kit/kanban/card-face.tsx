import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

interface Props {
  readonly id: string
  /** What the card is called, also while it is dragged. */
  readonly name: string
  /** Whether this person may move cards of the board. */
  readonly canMove: boolean
  readonly isHeld: boolean
  /** Whether the card was dropped and waits for the server. */
  readonly isMoving: boolean
  readonly isTabStop: boolean
  /** Id of the text that explains the keys. */
  readonly keysId: string
  readonly onTake: () => void
  readonly onRelease: () => void
  readonly onOpen: () => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void
  readonly onFocus: () => void
  readonly onBlur?: () => void
  /** Called once with the face of the card, when it appears in its column. */
  readonly onShown: (face: HTMLElement) => void
  /** Beside the face, such as the button of a menu. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

/** A card of a board: it opens, is dragged, and is picked up by keyboard. */
export function CardFace(props: Props): ReactNode {
  const { id, name, canMove, isHeld, isMoving, isTabStop, keysId, beside, children } = props
  const face = useRef<HTMLDivElement>(null)
  const appeared = useRef(props.onShown)
  useEffect(() => appeared.current(face.current!), [])
  return (
    <li
      className={['eam-kanban-card', isHeld && 'eam-kanban-held', isMoving && 'eam-kanban-moving'].filter(Boolean).join(' ')}
      draggable={canMove && !isMoving}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        props.onTake()
      }}
      onDragEnd={props.onRelease}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: browsers do not drag what is pressed inside a button */}
      <div
        ref={face}
        role="button"
        tabIndex={isTabStop ? 0 : -1}
        className="eam-card"
        data-card={id}
        aria-describedby={canMove ? keysId : undefined}
        aria-busy={isMoving || undefined}
        onClick={props.onOpen}
        onKeyDown={props.onKey}
        onFocus={props.onFocus}
        onBlur={props.onBlur}
      >
        <strong title={name}>{name}</strong>
        {children}
      </div>
      {beside}
    </li>
  )
}
