import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { cardTowards, walkKeys } from '#src/kit/kanban/board-keys.ts'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { DayPlace, PlanCard } from './day-move.ts'
import { nameOf } from './dispatch-cell.tsx'

interface Held {
  readonly card: PlanCard
  readonly from: DayPlace
  readonly by: 'drag' | 'keys'
  readonly at: DayPlace
}

interface Given {
  readonly days: readonly string[]
  /** The lanes in their order; undefined without lanes. */
  readonly lanes: readonly string[] | undefined
  readonly today: string
  readonly board: RefObject<HTMLElement | null>
  readonly laneName: (lane: string) => string
  readonly onOpen: (card: PlanCard) => void
}

export type PlanMove = ReturnType<typeof useDayMove>

const ways: Readonly<Record<string, readonly [days: number, lanes: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Picking up a card of the calendar by pointer or keyboard, and where it is dropped. */
export function useDayMove({ days, lanes, today, board, laneName, onOpen }: Given) {
  const { word, language } = useWords()
  const [held, setHeld] = useState<Held>()
  const [moving, setMoving] = useState<{ readonly card: PlanCard; readonly from: DayPlace; readonly to: DayPlace }>()
  const [said, setSaid] = useState('')
  const [active, setActive] = useState<string>()
  const awaited = useRef<string>(undefined)
  const placeName = ({ day, lane }: DayPlace): string =>
    [lane === undefined ? '' : laneName(lane), dayText(day, language)].filter(Boolean).join(' · ')
  const faceOf = (id: string): HTMLElement | null => board.current?.querySelector<HTMLElement>(`[data-card="${id}"]`) ?? null
  const take = (card: PlanCard, by: Held['by']): void => {
    if (moving) return
    const from = { day: card.planned ?? card.due ?? today, lane: lanes ? card.lane : undefined }
    // A card of the tray begins on a day that it may be planned for.
    const first = days.find((day) => day >= today) ?? days[0]!
    const at = { day: days.includes(from.day) && from.day >= today ? from.day : first, lane: from.lane }
    setHeld({ card, from, by, at })
    if (by === 'keys') setSaid(word('dispatch.taken', { what: nameOf(card), place: placeName(at) }))
  }
  const release = (): void => {
    if (held?.by === 'keys') setSaid(word('kanban.back', { what: nameOf(held.card), state: placeName(held.from) }))
    setHeld(undefined)
  }
  const drop = (to: DayPlace): void => {
    if (!held) return
    setHeld(undefined)
    if (to.day === held.from.day && to.lane === held.from.lane) return
    setMoving({ card: held.card, from: held.from, to })
  }
  /** The neighbour that an arrow key leads to: in lanes up and down choose the lane, else the week. */
  const beside = (key: string, at: DayPlace): DayPlace => {
    const [right, down] = ways[key] ?? [0, 0]
    const day = days[days.indexOf(at.day) + right + (lanes ? 0 : down * 7)] ?? at.day
    return { day, lane: lanes && at.lane !== undefined ? (lanes[lanes.indexOf(at.lane) + down] ?? at.lane) : at.lane }
  }
  return {
    heldId: held?.card.id,
    movingId: moving?.card.id,
    moving,
    said,
    active,
    isHeld: held !== undefined,
    isHeldByKeys: held?.by === 'keys',
    isChosen: (day: string, lane: string | undefined): boolean =>
      held?.by === 'keys' && held.at.day === day && (lanes === undefined || held.at.lane === lane),
    onTake: (card: PlanCard): void => take(card, 'drag'),
    onRelease: release,
    onDrop: (day: string, lane: string | undefined): void => drop({ day, lane: lanes ? lane : undefined }),
    onOpen,
    onFocus: (card: PlanCard): void => setActive(card.id),
    onKey(event: KeyboardEvent<HTMLElement>, card: PlanCard, canMove: boolean): void {
      const { key } = event
      if (event.target !== event.currentTarget) return
      if (held?.by === 'keys' && held.card.id === card.id) {
        if (key === 'Escape') release()
        else if (key === ' ' || key === 'Enter') drop(held.at)
        else if (key in ways) {
          const at = beside(key, held.at)
          setHeld({ ...held, at })
          setSaid(placeName(at))
        } else return
      } else if (key === ' ' && canMove) take(card, 'keys')
      else if (key === 'Enter') onOpen(card)
      else if (walkKeys.includes(key)) cardTowards(key, event.currentTarget)?.focus()
      else return
      event.preventDefault()
    },
    onShown(card: PlanCard, face: HTMLElement): void {
      if (awaited.current !== card.id) return
      awaited.current = undefined
      face.focus()
    },
    done(): void {
      if (!moving) return
      setSaid(word('planning.moved', { what: nameOf(moving.card), place: placeName(moving.to) }))
      awaited.current = moving.card.id
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
