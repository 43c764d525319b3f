import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { verbsOf } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { headingOf, type ShownBoard } from './board-facts.ts'
import { cardTowards, columnTowards, walkKeys } from './board-keys.ts'
import { openSteps, type Targets, targetsOf } from './moves.ts'

interface Held {
  readonly row: Row
  readonly from: string
  readonly by: 'drag' | 'keys'
  /** The column that the keys have chosen. */
  readonly at?: string
}

interface Moving {
  readonly row: Row
  readonly name: string
  readonly from: string
  readonly to: string
}

export interface BoardMove {
  readonly held: Held | undefined
  /** The card that was dropped, until the server has answered. */
  readonly moving: Moving | undefined
  readonly targets: Targets
  /** The words of the steps to a column. */
  readonly stepsTo: (state: string) => string
  /** The last announcement for screen readers. */
  readonly said: string
  /** The id of the card that keeps the focus of the board. */
  readonly active: string | undefined
  readonly take: (row: Row) => void
  readonly release: () => void
  readonly drop: (state: string) => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>, row: Row, open: () => void) => void
  readonly onFocus: (row: Row) => void
  readonly onShown: (row: Row, card: HTMLElement) => void
  /** The step was taken: the focus follows the card. */
  readonly done: (step: string) => void
  /** The step was refused or left: the card is back. */
  readonly left: () => void
}

interface Given {
  readonly view: View
  readonly shown: ShownBoard
  readonly on: Machine
  readonly states: readonly string[]
  readonly allows?: Allows
  readonly board: RefObject<HTMLElement | null>
}

const noTargets: Targets = new Map()

/** Picking up a card by pointer or keyboard, the columns it may go to, and what comes of it. */
export function useBoardMove({ view, shown, on, states, allows, board }: Given): BoardMove {
  const { word, say, language } = useWords()
  const notice = useNotice()
  const client = useQueryClient()
  const rights = useSession((state) => state.person?.rights)
  const [held, setHeld] = useState<Held>()
  const [moving, setMoving] = useState<Moving>()
  const [said, setSaid] = useState('')
  const [active, setActive] = useState<string>()
  // The card that takes the focus when it appears in its new column.
  const awaited = useRef<string>(undefined)
  // The row of a list does not have every fact that steps depend on.
  const hasDetail = verbsOf(view.entity).includes('detail')
  const detail = useDetail(view.entity, hasDetail ? held?.row.id : undefined).data
  const reach = (row: Row): Targets =>
    targetsOf(
      on,
      row,
      openSteps(view, row, rights ?? []).filter((step) => allows?.(row, step) ?? true),
    )
  const known = held && detail?.id === held.row.id ? detail : held?.row
  const targets = known ? reach(known) : noTargets
  const nameOf = (row: Row): string => headingOf(view, shown, row, language)
  const stateWord = (state: string): string => say(on.states[state]!)
  const isTarget = (state: string): boolean => targets.has(state)

  // What the server says of the row may close the chosen column.
  useEffect(() => {
    if (held?.at !== undefined && held.at !== held.from && !targets.has(held.at)) setHeld({ ...held, at: held.from })
  })

  const release = (): void => {
    if (held?.by === 'keys') setSaid(word('kanban.back', { what: nameOf(held.row), state: stateWord(held.from) }))
    setHeld(undefined)
  }
  const take = (row: Row, by: Held['by'] = 'drag'): void => {
    if (moving) return
    const from = String(row[on.field])
    const reached = reach(row)
    if (by === 'keys') {
      const where = states.filter((state) => reached.has(state)).map(stateWord)
      if (where.length === 0) {
        notice.warn(word('kanban.stays', { what: nameOf(row) }))
        return
      }
      setSaid(word('kanban.taken', { what: nameOf(row), where: where.join(language === 'zh' ? '、' : ', ') }))
    }
    setHeld({ row, from, by, ...(by === 'keys' ? { at: from } : {}) })
  }
  const drop = (to: string): void => {
    if (!held) return
    if (to === held.from || !targets.has(to)) {
      release()
      return
    }
    setMoving({ row: held.row, name: nameOf(held.row), from: held.from, to })
    setHeld(undefined)
  }
  const cardOf = (id: string): HTMLElement | null => board.current?.querySelector<HTMLElement>(`[data-card="${id}"]`) ?? null

  return {
    held,
    moving,
    targets,
    stepsTo: (state) => (targets.get(state) ?? []).map((step) => say(on.steps[step]!)).join(' / '),
    said,
    active,
    take,
    release,
    drop,
    onKey(event, row, open) {
      const { key } = event
      if (event.target !== event.currentTarget) return
      const isHeld = held?.by === 'keys' && held.row.id === row.id
      if (isHeld && held.at !== undefined) {
        if (key === 'Escape') release()
        else if (key === ' ' || key === 'Enter') drop(held.at)
        else if (key === 'ArrowLeft' || key === 'ArrowRight') {
          // Back over the own column, too.
          const at = columnTowards(key, states, (state) => isTarget(state) || state === held.from, held.at)
          if (at !== undefined) {
            setHeld({ ...held, at })
            const steps = (targets.get(at) ?? []).map((step) => say(on.steps[step]!)).join(' / ')
            setSaid(at === held.from ? stateWord(at) : word('kanban.over', { state: stateWord(at), step: steps }))
            board.current?.querySelector(`[data-state="${at}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          }
        } else if (!walkKeys.includes(key)) return
      } else if (key === ' ') take(row, 'keys')
      else if (key === 'Enter') open()
      else if (walkKeys.includes(key)) cardTowards(key, event.currentTarget)?.focus()
      else return
      event.preventDefault()
    },
    onFocus: (row) => setActive(row.id),
    onShown(row, card) {
      if (awaited.current !== row.id) return
      awaited.current = undefined
      card.focus()
    },
    done(step) {
      if (!moving) return
      setSaid(word('kanban.done', { what: moving.name, step: say(on.steps[step]!) }))
      setMoving(undefined)
      // The refreshed columns may already show the card in its new place, or will in a moment.
      awaited.current = moving.row.id
      const here = board.current?.querySelector<HTMLElement>(`[data-state="${moving.to}"] [data-card="${moving.row.id}"]`)
      if (here) awaited.current = undefined
      const place = here ?? cardOf(moving.row.id) ?? board.current?.querySelector<HTMLElement>(`[data-state="${moving.to}"]`)
      place?.focus()
    },
    left() {
      if (!moving) return
      setSaid(word('kanban.back', { what: moving.name, state: stateWord(moving.from) }))
      setMoving(undefined)
      cardOf(moving.row.id)?.focus()
      // A refusal tells that the row has changed since it was shown.
      void client.invalidateQueries({ queryKey: ['entity', view.entity.name] })
    },
  }
}
