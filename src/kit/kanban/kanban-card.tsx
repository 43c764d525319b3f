import type { KeyboardEvent, ReactNode } from 'react'
import type { View } from '#contract/kit/entity/view.ts'
import type { Row } from '#src/data/hooks.ts'
import { Shown } from '#src/kit/shown.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { momentText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { agoText } from './ago-text.ts'
import { headingOf, isOverdue, type ShownBoard, sinceOf } from './board-facts.ts'
import { CardFace } from './card-face.tsx'

/** What the cards of a board share. */
export interface CardActs {
  readonly view: View
  readonly shown: ShownBoard
  readonly onOpen: (row: Row) => void
  /** Opens the menu of a card at its button; absent when the person has no right to any of its actions. */
  readonly onActs?: (row: Row, at: HTMLElement) => void
  /** Whether any card may be moved by this person. */
  readonly canMove: boolean
  /** Id of the text that explains the keys. */
  readonly keysId: string
  readonly onDragStart: (row: Row) => void
  readonly onDragEnd: () => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>, row: Row) => void
  readonly onBlur: () => void
  readonly onFocus: (row: Row) => void
  /** Takes the focus if this card waits for it. */
  readonly onShown: (row: Row, card: HTMLElement) => void
}

interface Props {
  readonly acts: CardActs
  readonly row: Row
  readonly isTabStop: boolean
  readonly isHeld: boolean
  readonly isMoving: boolean
}

/** Facts without a label, because their value says what they are. */
const isPlainFact = (kind: string): boolean => kind === 'choice' || kind === 'dictionary' || kind === 'numbering'

/** One row of a state board. */
export function KanbanCard({ acts, row, isTabStop, isHeld, isMoving }: Props): ReactNode {
  const { view, shown } = acts
  const { word, say, language } = useWords()
  const { title } = view.entity
  const name = headingOf(view, shown, row, language)
  const number = shown.heading.includes(title) ? '' : String(row[title] ?? '')
  const since = sinceOf(shown, row)
  const facts = shown.shows.filter((fact) => {
    const field = view.fields[fact]!
    return field.kind === 'flag' ? row[fact] === 1 : textOf(fact, field, row, language) !== ''
  })
  return (
    <CardFace
      id={row.id}
      name={name}
      canMove={acts.canMove}
      isHeld={isHeld}
      isMoving={isMoving}
      isTabStop={isTabStop}
      keysId={acts.keysId}
      onTake={() => acts.onDragStart(row)}
      onRelease={acts.onDragEnd}
      onOpen={() => acts.onOpen(row)}
      onKey={(event) => acts.onKey(event, row)}
      onFocus={() => acts.onFocus(row)}
      onBlur={acts.onBlur}
      onShown={(face) => acts.onShown(row, face)}
      beside={
        acts.onActs && (
          <button
            type="button"
            className="eam-row-acts"
            tabIndex={isTabStop ? 0 : -1}
            aria-haspopup="menu"
            aria-label={word('row.actsOf', { what: name })}
            title={word('row.acts')}
            onClick={(event) => acts.onActs?.(row, event.currentTarget)}
          >
            ⋯
          </button>
        )
      }
    >
      {facts.map((fact) => {
        const field = view.fields[fact]!
        if (field.kind === 'flag')
          return (
            <span key={fact}>
              <ToneTag>{say(field)}</ToneTag>
            </span>
          )
        if (fact === shown.due && isOverdue(shown, row, Date.now()))
          return (
            <span key={fact}>
              <ToneTag tone="bad">
                {say(field)} {textOf(fact, field, row, language)}
              </ToneTag>
            </span>
          )
        return (
          <span key={fact} title={`${say(field)}: ${textOf(fact, field, row, language)}`}>
            {!isPlainFact(field.kind) && <small>{say(field)}</small>} <Shown name={fact} field={field} row={row} />
          </span>
        )
      })}
      <span className="eam-kanban-foot">
        <span>{number}</span>
        {since && (
          <time dateTime={since} title={momentText(since, language)}>
            {agoText(since, language)}
          </time>
        )}
      </span>
    </CardFace>
  )
}
