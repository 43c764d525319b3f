import { type ReactNode, useState } from 'react'
import { ColumnFrame } from './column-frame.tsx'
import { type CardActs, KanbanCard } from './kanban-card.tsx'
import type { BoardMove } from './use-board-move.ts'
import { useCards } from './use-board-rows.ts'

interface Props {
  readonly acts: CardActs
  readonly move: BoardMove
  readonly state: string
  /** What the column is called, with its lane. */
  readonly label: string
  /** Rows of the column in this lane; undefined while they are counted. */
  readonly count: number | undefined
  readonly query: Readonly<Record<string, string>>
  /** Whether the first card is the tab stop of the board while no card has the focus. */
  readonly hasTabStop: boolean
  /** Where a moved card is shown until the server has answered. */
  readonly isLaneOfMoving: (row: Record<string, unknown>) => boolean
  readonly head?: ReactNode
}

/** The cards of one column in one lane, and the place to drop one on. */
export function KanbanCell({ acts, move, state, label, count, query, hasTabStop, isLaneOfMoving, head }: Props): ReactNode {
  const cards = useCards(acts.view.entity, count ? query : undefined)
  const [isOver, setOver] = useState(false)
  const rows = count ? cards.rows : []
  const { held, moving } = move
  const isTarget = held !== undefined && move.targets.has(state)
  const isChosen = isTarget && (held.by === 'keys' ? held.at === state : isOver)
  const left = Math.max(0, (cards.total ?? count ?? 0) - rows.length)
  const incoming = moving && moving.to === state && isLaneOfMoving(moving.row) ? moving : undefined
  return (
    <ColumnFrame
      label={label}
      state={state}
      isTarget={isTarget}
      isShut={held !== undefined && !isTarget && held.from !== state}
      isChosen={isChosen}
      takesDrops={isTarget && held.by === 'drag'}
      onOver={setOver}
      onDrop={() => move.drop(state)}
      pages={cards}
      isLoading={count === undefined || (count > 0 && cards.isPending && !cards.error)}
      isEmpty={count === 0 && !incoming}
      left={left}
      head={
        <>
          {head}
          {isTarget && <p className="eam-kanban-step">{move.stepsTo(state)}</p>}
        </>
      }
    >
      {incoming && (
        <li className="eam-kanban-incoming" aria-hidden>
          {incoming.name}
        </li>
      )}
      {rows.map((row, index) => (
        <KanbanCard
          key={row.id}
          acts={acts}
          row={row}
          isTabStop={move.active === undefined ? hasTabStop && index === 0 : move.active === row.id}
          isHeld={held?.row.id === row.id}
          isMoving={moving?.row.id === row.id}
        />
      ))}
    </ColumnFrame>
  )
}
