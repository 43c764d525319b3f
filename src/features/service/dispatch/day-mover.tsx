import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { dispatchPlan } from '#contract/calls/service/dispatch.ts'
import { useDetail, useStep, useSubmit } from '#src/data/hooks.ts'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { type DayPlace, dayMoveOf, type PlanCard } from './day-move.ts'
import { kindOf, nameOf } from './dispatch-cell.tsx'

interface Props {
  readonly card: PlanCard
  readonly from: DayPlace
  readonly to: DayPlace
  readonly today: string
  readonly allows: Allows
  readonly onDone: () => void
  readonly onLeft: () => void
}

/** Carries out the drop of a card on a day, or says why nothing happens. */
export function DayMover({ card, from, to, today, allows, onDone, onLeft }: Props): null {
  const { word } = useWords()
  const notice = useNotice()
  const client = useQueryClient()
  const kind = kindOf(card)
  const detail = useDetail(kind.of, card.id)
  const submit = useSubmit(kind.of)
  const give = useStep()
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current || detail.isFetching || !(detail.data || detail.error)) return
    isBegun.current = true
    // A refusal tells that the order has changed since it was shown.
    const refresh = (): void => void client.invalidateQueries({ queryKey: ['call', dispatchPlan.name] })
    const back = (error: unknown): void => {
      notice.failed(error)
      refresh()
      onLeft()
    }
    if (!detail.data) {
      back(detail.error)
      return
    }
    // The version that the person saw: who moves what another person has moved is told.
    const row = { ...detail.data, version: card.version }
    const open = (row.can ?? []).filter((step) => allows(row, step))
    const move = dayMoveOf(kind, row, open, from, to, today)
    if (move.is === 'nothing') onLeft()
    else if (move.is === 'refused') {
      notice.warn(word(move.why, { what: nameOf(card), column: to.day }))
      if (move.why === 'dispatch.moved') refresh()
      onLeft()
    } else if (move.is === 'day') submit.mutateAsync({ id: row.id, version: row.version, ...move.input }).then(onDone, back)
    else give.mutateAsync({ on: move.on, step: move.step, rows: [row], input: move.input }).then(onDone, back)
  })
  return null
}
