import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { type DispatchColumn, dispatchColumns, orderKinds } from '#contract/kit/entity/order-kind.ts'
import { useDetail } from '#src/data/hooks.ts'
import { cardTowards, walkKeys } from '#src/kit/kanban/board-keys.ts'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { useWords } from '#src/words/words.ts'
import { type Card, type CellActs, kindOf, nameOf } from './dispatch-cell.tsx'
import { moveOf, type Place } from './plan-move.ts'

interface Held {
  readonly card: Card
  readonly from: Place
  readonly by: 'drag' | 'keys'
  readonly at: Place
}

interface Moving {
  readonly card: Card
  readonly from: Place
  readonly to: Place
}

interface Given {
  /** The lanes that are open, in order; undefined without lanes. */
  readonly lanes: readonly string[] | undefined
  readonly allowsOf: (card: Card) => Allows
  readonly board: RefObject<HTMLElement | null>
  readonly canMove: boolean
  readonly keysId: string
  readonly onOpen: (card: Card) => void
  readonly laneName: (lane: string) => string
}

const columns = Object.keys(dispatchColumns) as DispatchColumn[]

/** The neighbour that an arrow key leads to. */
function beside(key: string, at: Place, lanes: readonly string[] | undefined): Place {
  const step = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1
  if (key === 'ArrowLeft' || key === 'ArrowRight') return { ...at, column: columns[columns.indexOf(at.column) + step] ?? at.column }
  return lanes && at.lane !== undefined ? { ...at, lane: lanes[lanes.indexOf(at.lane) + step] ?? at.lane } : at
}

/** Picking up a card by pointer or keyboard, where it may go, and what comes of it. */
export function useDispatchMove({ lanes, allowsOf, board, canMove, keysId, onOpen, laneName }: Given) {
  const { word, say } = useWords()
  const [held, setHeld] = useState<Held>()
  const [moving, setMoving] = useState<Moving>()
  const [said, setSaid] = useState('')
  const [active, setActive] = useState<string>()
  const awaited = useRef<string>(undefined)
  const heldKind = held && kindOf(held.card)
  const detail = useDetail((heldKind ?? orderKinds[0]!).of, heldKind ? held.card.id : undefined)
  const row = held && detail.data?.id === held.card.id ? detail.data : undefined
  const placeName = ({ column, lane }: Place): string =>
    [lane === undefined ? '' : laneName(lane), say(dispatchColumns[column])].filter(Boolean).join(' · ')
  const isTarget = (column: DispatchColumn, lane: string | undefined): boolean => {
    if (!held || !row) return false
    const open = (row.can ?? []).filter((step) => allowsOf(held.card)(row, step))
    const move = moveOf(kindOf(held.card), row, open, held.from, { column, lane })
    return move.is === 'steps' || move.is === 'assign'
  }
  const placeOf = (card: Card, face: Element | null): Place => ({
    column: (face?.closest<HTMLElement>('[data-state]')?.dataset.state ?? 'waiting') as DispatchColumn,
    lane: lanes ? card.lane : undefined,
  })
  const faceOf = (id: string): HTMLElement | null => board.current?.querySelector<HTMLElement>(`[data-card="${id}"]`) ?? null
  const take = (card: Card, by: Held['by']): void => {
    if (moving) return
    const from = placeOf(card, faceOf(card.id))
    setHeld({ card, from, by, at: from })
    if (by === 'keys') setSaid(word('dispatch.taken', { what: nameOf(card), place: placeName(from) }))
  }
  const release = (): void => {
    if (held?.by === 'keys') setSaid(word('kanban.back', { what: nameOf(held.card), state: placeName(held.from) }))
    setHeld(undefined)
  }
  const drop = (to: Place): void => {
    if (!held) return
    setHeld(undefined)
    if (to.column === held.from.column && to.lane === held.from.lane) return
    setMoving({ card: held.card, from: held.from, to })
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, card: Card): void => {
    const { key } = event
    if (event.target !== event.currentTarget) return
    const isHeld = held?.by === 'keys' && held.card.id === card.id
    if (isHeld) {
      if (key === 'Escape') release()
      else if (key === ' ' || key === 'Enter') drop(held.at)
      else if (walkKeys.includes(key)) {
        const at = beside(key, held.at, lanes)
        setHeld({ ...held, at })
        setSaid(placeName(at))
      } else return
    } else if (key === ' ' && canMove) take(card, 'keys')
    else if (key === 'Enter') onOpen(card)
    else if (walkKeys.includes(key)) cardTowards(key, event.currentTarget)?.focus()
    else return
    event.preventDefault()
  }
  const acts: CellActs = {
    canMove,
    keysId,
    heldId: held?.card.id,
    movingId: moving?.card.id,
    isTarget,
    isChosen: (column, lane) => held?.by === 'keys' && held.at.column === column && held.at.lane === lane,
    onTake: (card) => take(card, 'drag'),
    onRelease: release,
    onDrop: (column, lane) => drop({ column, lane }),
    onKey,
    onOpen,
    onShown(card, face) {
      if (awaited.current !== card.id) return
      awaited.current = undefined
      face.focus()
    },
    active,
    onFocus: (card) => setActive(card.id),
  }
  return {
    acts,
    moving,
    said,
    isHeldByKeys: held?.by === 'keys',
    done(step: string): void {
      if (!moving) return
      setSaid(word('kanban.done', { what: nameOf(moving.card), step }))
      awaited.current = moving.card.id
      faceOf(moving.card.id)?.focus()
      setMoving(undefined)
    },
    left(): void {
      if (!moving) return
      setSaid(word('kanban.back', { what: nameOf(moving.card), state: placeName(moving.from) }))
      setMoving(undefined)
      faceOf(moving.card.id)?.focus()
    },
  }
}
