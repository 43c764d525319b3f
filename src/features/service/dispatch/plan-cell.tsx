import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { dispatchPlan } from '#contract/calls/service/dispatch.ts'
import { urgencies } from '#contract/entities/service/repair-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Tone } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { CardFace } from '#src/kit/kanban/card-face.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { dayText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { PlanCard } from './day-move.ts'
import { kindOf, nameOf } from './dispatch-cell.tsx'
import type { PlanMove } from './use-day-move.ts'

type Load = AnswerOf<typeof dispatchPlan>['lanes'][number]['loads'][number]

/** What the cells of the calendar share. */
export interface PlanActs {
  readonly move: PlanMove
  readonly keysId: string
  readonly mayMove: (card: PlanCard) => boolean
  /** The card that takes the focus of the page until another one has it. */
  readonly firstId: string | undefined
}

/** The words of the state in which a card is. */
const stateOf = (card: PlanCard): (Words & { readonly tone?: Tone }) | undefined => {
  const { state, of } = kindOf(card)
  const field = state === undefined ? undefined : of.fields[state]
  return field?.kind === 'choice' && card.state !== null ? field.of[card.state] : undefined
}

/** A card of the calendar. */
export function PlanFace({ acts, card }: { readonly acts: PlanActs; readonly card: PlanCard }): ReactNode {
  const { word, say, language } = useWords()
  const { move } = acts
  const canMove = acts.mayMove(card)
  const urgency = card.urgency && card.urgency !== 'normal' ? urgencies[card.urgency as keyof typeof urgencies] : undefined
  const state = stateOf(card)
  return (
    <CardFace
      id={card.id}
      name={nameOf(card)}
      canMove={canMove}
      isHeld={move.heldId === card.id}
      isMoving={move.movingId === card.id}
      isTabStop={(move.active ?? acts.firstId) === card.id}
      keysId={acts.keysId}
      onTake={() => move.onTake(card)}
      onRelease={move.onRelease}
      onOpen={() => move.onOpen(card)}
      onKey={(event) => move.onKey(event, card, canMove)}
      onFocus={() => move.onFocus(card)}
      onBlur={() => move.isHeldByKeys && move.heldId === card.id && move.onRelease()}
      onShown={(face) => move.onShown(card, face)}
    >
      <span>
        <ToneTag>{say(kindOf(card))}</ToneTag>
        {urgency && <ToneTag tone={urgency.tone}>{say(urgency)}</ToneTag>}
        {card.isWorked && <ToneTag tone="good">{word('planning.worked')}</ToneTag>}
        {card.isFixed && !card.isWorked && state && <ToneTag tone={state.tone}>{say(state)}</ToneTag>}
      </span>
      {card.outSince && !card.isWorked && <span>{word('planning.outSince', { day: dayText(card.outSince, language) })}</span>}
      {card.isOverdue && card.due ? (
        <span>
          <ToneTag tone="bad">{word('dispatch.overdueOn', { day: dayText(card.due, language) })}</ToneTag>
        </span>
      ) : (
        card.due && card.due !== card.planned && <span>{word('dispatch.dueOn', { day: dayText(card.due, language) })}</span>
      )}
      <span>
        {[card.deptName, card.hours > 0 ? word('planning.hours', { hours: numberText(card.hours, language) }) : null]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </CardFace>
  )
}

/** The load of a person or team on a day against the working hours; more than those in words and colour. */
export function LoadText({ load }: { readonly load: Load }): ReactNode {
  const { word, language } = useWords()
  const { count, hours, capacity } = load
  const text = (value: number): string => numberText(value, language)
  return (
    <p className="eam-planning-load">
      {capacity === null
        ? word('planning.load', { count, hours: text(hours) })
        : word('planning.loadOf', { count, hours: text(hours), capacity: text(capacity) })}{' '}
      {capacity !== null && hours > capacity && <ToneTag tone="bad">{word('planning.over', { hours: text(hours - capacity) })}</ToneTag>}
    </p>
  )
}

interface Props {
  readonly acts: PlanActs
  readonly day: string
  readonly lane: string | undefined
  readonly label: string
  readonly cards: readonly PlanCard[]
  readonly count: number
  readonly look: string
  readonly isToday?: boolean
  readonly head: ReactNode
  /** Shows all orders of the cell. */
  readonly onAll: () => void
}

/** A day, or a day in a lane: its first cards, the number of the others, and the place to drop one on. */
export function PlanCell({ acts, day, lane, label, cards, count, look, isToday, head, onAll }: Props): ReactNode {
  const { word } = useWords()
  const [isOver, setOver] = useState(false)
  const { move } = acts
  const left = count - cards.length
  const isChosen = move.isHeld && (isOver || move.isChosen(day, lane))
  return (
    <section
      className={[look, isChosen && 'eam-calendar-chosen'].filter(Boolean).join(' ')}
      aria-label={label}
      aria-current={isToday ? 'date' : undefined}
      data-state={day}
      data-lane={lane}
      onDragOver={(event) => {
        // Everywhere: a card that may not be dropped says why.
        if (!move.isHeld) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        move.onDrop(day, lane)
      }}
    >
      {head}
      <ul>
        {cards.map((card) => (
          <PlanFace key={card.id} acts={acts} card={card} />
        ))}
      </ul>
      {left > 0 && (
        <Button type="link" size="small" onClick={onAll}>
          {word('planning.more', { left })}
        </Button>
      )}
    </section>
  )
}
