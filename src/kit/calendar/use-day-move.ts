import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { View } from '#contract/kit/entity/view.ts'
import { type Row, useSubmit } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { openSteps } from '#src/kit/kanban/moves.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { dayTowards } from './calendar-days.ts'

interface Held {
  readonly row: Row
  readonly by: 'drag' | 'keys'
  /** The day that the keys have chosen. */
  readonly at: string
}

export interface DayMove {
  readonly held: Held | undefined
  /** The row that was dropped, until the server has answered. */
  readonly moving: { readonly row: Row; readonly to: string } | undefined
  /** The last announcement for screen readers. */
  readonly said: string
  readonly mayMove: (row: Row) => boolean
  readonly take: (row: Row) => void
  readonly release: () => void
  readonly drop: (day: string) => void
  /** Takes an entry up, moves it and puts it down by keys; answers whether the key was one of those. */
  readonly onKey: (event: KeyboardEvent<HTMLElement>, row: Row) => boolean
}

/** Moves rows of a calendar to another day, by pointer or keyboard. `nameOf`: what a row is called; `onDay`: shows a day that the keys reach. */
export function useDayMove(view: View, by: string, nameOf: (row: Row) => string, onDay: (day: string) => void): DayMove {
  const { word, language } = useWords()
  const notice = useNotice()
  const client = useQueryClient()
  const submit = useSubmit(view.entity)
  const rights = useSession((state) => state.person?.rights)
  const [held, setHeld] = useState<Held>()
  const [moving, setMoving] = useState<DayMove['moving']>()
  const [said, setSaid] = useState('')
  const isBusy = useRef(false)
  const isFixed = view.fields[by]?.readOnly === true
  const mayMove = (row: Row): boolean => !isFixed && openSteps(view, row, rights ?? []).includes('submit')
  const release = (): void => {
    if (held?.by === 'keys') setSaid(word('calendar.back', { what: nameOf(held.row), day: dayText(String(held.row[by]), language) }))
    setHeld(undefined)
  }
  const take = (row: Row, how: Held['by']): void => {
    if (isBusy.current || !mayMove(row)) return
    setHeld({ row, by: how, at: String(row[by]) })
    if (how === 'keys') setSaid(word('calendar.taken', { what: nameOf(row) }))
  }
  const drop = (day: string): void => {
    if (!held) return
    const { row } = held
    if (day === row[by]) {
      release()
      return
    }
    setHeld(undefined)
    setMoving({ row, to: day })
    isBusy.current = true
    submit.mutate(
      { id: row.id, version: row.version, [by]: day },
      {
        onSuccess: () => setSaid(word('calendar.moved', { what: nameOf(row), day: dayText(day, language) })),
        onError: (error) => {
          notice.failed(error)
          setSaid(word('calendar.back', { what: nameOf(row), day: dayText(String(row[by]), language) }))
          // A refusal tells that the row has changed since it was shown.
          void client.invalidateQueries({ queryKey: ['entity', view.entity.name] })
        },
        onSettled: () => {
          isBusy.current = false
          setMoving(undefined)
        },
      },
    )
  }
  return {
    held,
    moving,
    said,
    mayMove,
    take: (row) => take(row, 'drag'),
    release,
    drop,
    onKey(event, row) {
      const { key } = event
      const isHeld = held?.by === 'keys' && held.row.id === row.id
      if (!isHeld) {
        if (key !== ' ' || !mayMove(row)) return false
        event.preventDefault()
        take(row, 'keys')
        return true
      }
      const at = dayTowards(key, held.at)
      if (at !== undefined) {
        setHeld({ ...held, at })
        setSaid(dayText(at, language))
        onDay(at)
      } else if (key === ' ' || key === 'Enter') drop(held.at)
      else if (key === 'Escape') release()
      else return false
      event.preventDefault()
      return true
    },
  }
}
