import { Alert, Button, Skeleton } from 'antd'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useWords } from '#src/words/words.ts'
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
  const { word } = useWords()
  const cards = useCards(acts.view.entity, count ? query : undefined)
  const [isOver, setOver] = useState(false)
  const rows = count ? cards.rows : []
  const { held, moving } = move
  const isTarget = held !== undefined && move.targets.has(state)
  const isChosen = isTarget && (held.by === 'keys' ? held.at === state : isOver)
  const left = Math.max(0, (cards.total ?? count ?? 0) - rows.length)
  const incoming = moving && moving.to === state && isLaneOfMoving(moving.row) ? moving : undefined
  const over = (event: DragEvent): void => {
    if (!isTarget || held.by !== 'drag') return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  const states = [
    held && (isTarget ? 'eam-kanban-target' : held.from === state ? '' : 'eam-kanban-shut'),
    isChosen ? 'eam-kanban-chosen' : '',
  ]
  return (
    <section
      className={['eam-kanban-column', ...states].filter(Boolean).join(' ')}
      aria-label={label}
      data-state={state}
      tabIndex={-1}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        move.drop(state)
      }}
    >
      {head}
      {isTarget && <p className="eam-kanban-step">{move.stepsTo(state)}</p>}
      <ul>
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
      </ul>
      {(count === undefined || (count > 0 && cards.isPending && !cards.error)) && (
        <Skeleton active title={false} paragraph={{ rows: 3 }} className="eam-kanban-skeleton" />
      )}
      {count === 0 && !incoming && <p className="eam-kanban-empty">{word('board.empty')}</p>}
      {cards.error && (
        <Alert
          type="error"
          title={cards.error.message}
          action={
            <Button size="small" onClick={() => void cards.refetch()}>
              {word('common.retry')}
            </Button>
          }
        />
      )}
      {cards.hasNextPage && (
        <Button type="link" block loading={cards.isFetchingNextPage} onClick={() => void cards.fetchNextPage()}>
          {word('kanban.more', { left })}
        </Button>
      )}
    </section>
  )
}
