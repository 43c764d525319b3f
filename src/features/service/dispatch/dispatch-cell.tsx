import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { dispatchCards } from '#contract/calls/service/dispatch.ts'
import { urgencies } from '#contract/entities/service/repair-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type DispatchColumn, type OrderKind, orderKinds } from '#contract/kit/entity/order-kind.ts'
import { invoke } from '#src/data/client.ts'
import { language as languageNow } from '#src/data/language.ts'
import { CardFace } from '#src/kit/kanban/card-face.tsx'
import { ColumnFrame } from '#src/kit/kanban/column-frame.tsx'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'

export type Card = AnswerOf<typeof dispatchCards>['cards'][number]

/** The kind of a card. */
export const kindOf = (card: Card): OrderKind => orderKinds.find(({ name }) => name === card.kind)!

/** What a card is called. */
export const nameOf = (card: Card): string => [card.deviceName, card.what].filter(Boolean).join(' · ') || String(card.number ?? '')

/** The address of the record of a card. */
export const addressOf = (card: Card): string => recordPath(card.kind, card.id) ?? `${kindOf(card).page}?open=${card.id}`

/** What the cells of the board share. */
export interface CellActs {
  readonly canMove: boolean
  readonly keysId: string
  readonly heldId: string | undefined
  readonly movingId: string | undefined
  /** Whether the held card may be dropped here; undefined while it is not known. */
  readonly isTarget: (column: DispatchColumn, lane: string | undefined) => boolean
  readonly isChosen: (column: DispatchColumn, lane: string | undefined) => boolean
  readonly onTake: (card: Card) => void
  readonly onRelease: () => void
  readonly onDrop: (column: DispatchColumn, lane: string | undefined) => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>, card: Card) => void
  readonly onOpen: (card: Card) => void
  readonly onShown: (card: Card, face: HTMLElement) => void
  readonly active: string | undefined
  readonly onFocus: (card: Card) => void
}

interface Props {
  readonly acts: CellActs
  readonly column: DispatchColumn
  readonly lane: string | undefined
  readonly label: string
  readonly count: number
  readonly query: Readonly<Record<string, string>>
  readonly hasTabStop: boolean
  readonly head?: ReactNode
}

/** The cards of one column in one lane, and the place to drop one on. */
export function DispatchCell({ acts, column, lane, label, count, query, hasTabStop, head }: Props): ReactNode {
  const [isOver, setOver] = useState(false)
  const asked = { ...query, column, ...(lane === undefined ? {} : { lane }) }
  const found = useInfiniteQuery({
    queryKey: ['call', dispatchCards.name, asked, languageNow(), 'cards'],
    queryFn: ({ pageParam, signal }) => invoke(dispatchCards, { query: { ...asked, from: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.reduce((sum, page) => sum + page.cards.length, 0) : undefined),
    enabled: count > 0,
  })
  // A card that moves between two pages while they load may be on both.
  const cards = [
    ...new Map((count > 0 ? (found.data?.pages ?? []) : []).flatMap((page) => page.cards.map((card) => [card.id, card]))).values(),
  ]
  const isHeld = acts.heldId !== undefined
  const isTarget = isHeld && acts.isTarget(column, lane)
  return (
    <ColumnFrame
      label={label}
      state={column}
      lane={lane}
      isTarget={isTarget}
      isShut={isHeld && !isTarget}
      isChosen={isHeld && (isOver || acts.isChosen(column, lane))}
      // Everywhere: a card that may not be dropped says why.
      takesDrops={isHeld}
      onOver={setOver}
      onDrop={() => acts.onDrop(column, lane)}
      pages={found}
      isLoading={count > 0 && found.isPending && !found.error}
      isEmpty={count === 0}
      left={Math.max(0, count - cards.length)}
      head={head}
    >
      {cards.map((card, at) => (
        <OrderCard key={card.id} acts={acts} card={card} hasLanes={lane !== undefined} isFirst={hasTabStop && at === 0} />
      ))}
    </ColumnFrame>
  )
}

interface FaceProps {
  readonly acts: CellActs
  readonly card: Card
  readonly hasLanes: boolean
  readonly isFirst: boolean
}

function OrderCard({ acts, card, hasLanes, isFirst }: FaceProps): ReactNode {
  const { word, say } = useWords()
  const kind = kindOf(card)
  const name = nameOf(card)
  const urgency = card.urgency && card.urgency !== 'normal' ? urgencies[card.urgency as keyof typeof urgencies] : undefined
  return (
    <CardFace
      id={card.id}
      name={name}
      canMove={acts.canMove}
      isHeld={acts.heldId === card.id}
      isMoving={acts.movingId === card.id}
      isTabStop={acts.active === undefined ? isFirst : acts.active === card.id}
      keysId={acts.keysId}
      onTake={() => acts.onTake(card)}
      onRelease={acts.onRelease}
      onOpen={() => acts.onOpen(card)}
      onKey={(event) => acts.onKey(event, card)}
      onFocus={() => acts.onFocus(card)}
      onShown={(face) => acts.onShown(card, face)}
    >
      <span>
        <ToneTag>{say(kind)}</ToneTag>
        {urgency && <ToneTag tone={urgency.tone}>{say(urgency)}</ToneTag>}
      </span>
      {card.due &&
        (card.isOverdue ? (
          <span>
            <ToneTag tone="bad">{word('dispatch.overdueOn', { day: card.due })}</ToneTag>
          </span>
        ) : (
          <span>{word('dispatch.dueOn', { day: card.due })}</span>
        ))}
      {card.deptName && <span>{card.deptName}</span>}
      {!hasLanes && card.laneName && <span>{card.laneName}</span>}
      <span className="eam-kanban-foot">
        <span>{[card.deviceCode, card.number === card.deviceName ? null : card.number].filter(Boolean).join(' · ')}</span>
      </span>
    </CardFace>
  )
}
