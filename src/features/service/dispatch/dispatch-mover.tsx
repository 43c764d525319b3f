import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { OrderKind } from '#contract/kit/entity/order-kind.ts'
import { dispatchColumns } from '#contract/kit/entity/order-kind.ts'
import { type Row, useDetail, useStep } from '#src/data/hooks.ts'
import { WhichStep } from '#src/kit/kanban/which-step.tsx'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { useStepRun } from '#src/kit/record/use-step-run.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { moveOf, type Place } from './plan-move.ts'

interface Props {
  readonly kind: OrderKind
  readonly id: string
  readonly name: string
  readonly from: Place
  readonly to: Place
  readonly allows: Allows
  /** The words of the step that was taken. */
  readonly onDone: (step: string) => void
  readonly onLeft: () => void
}

/** Carries out the drop of a card: asks for what its step needs, or says why nothing happens. */
export function DispatchMover(props: Props): ReactNode {
  const { kind, id, onLeft } = props
  const notice = useNotice()
  // The card may have changed since it was shown.
  const detail = useDetail(kind.of, id)
  const failed = useRef(false)
  useEffect(() => {
    if (!detail.error || detail.data || failed.current) return
    failed.current = true
    notice.failed(detail.error)
    onLeft()
  }, [detail.error, detail.data, notice, onLeft])
  // Once it was read it stays: an open form would lose its text to each change by another person.
  const [isRead, setRead] = useState(false)
  const isFresh = detail.data !== undefined && !detail.isFetching
  useEffect(() => {
    if (isFresh) setRead(true)
  }, [isFresh])
  return detail.data && isRead ? <Taking {...props} row={detail.data} /> : null
}

function Taking({ kind, name, from, to, allows, row, onDone, onLeft }: Props & { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const taken = useRef<string>(undefined)
  const run = useStepRun([row], () => onDone(taken.current!), onLeft)
  const give = useStep()
  const [isChosen, setChosen] = useState(false)
  const open = (row.can ?? []).filter((step) => allows(row, step))
  const [move] = useState(() => moveOf(kind, row, open, from, to))
  const begin = (step: string): void => {
    if (move.is !== 'steps') return
    taken.current = say(move.on.steps[step]!)
    setChosen(true)
    run.begin(move.on, step)
  }
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    if (move.is === 'refused') {
      notice.warn(word(move.why, { what: name, column: say(dispatchColumns[to.column]) }))
      onLeft()
    } else if (move.is === 'nothing') onLeft()
    else if (move.is === 'assign') {
      const { on, step, input } = move
      give.mutateAsync({ on, step, rows: [row], input }).then(
        () => {
          notice.done(word('step.done', { step: say(on.steps[step]!) }))
          onDone(say(on.steps[step]!))
        },
        (error: unknown) => {
          notice.failed(error)
          onLeft()
        },
      )
    } else if (move.steps.length === 1) begin(move.steps[0]!)
  })
  if (move.is !== 'steps') return null
  return (
    <>
      {move.steps.length > 1 && !isChosen && (
        <WhichStep on={move.on} steps={move.steps} column={say(dispatchColumns[to.column])} onChoose={begin} onLeft={onLeft} />
      )}
      {run.dialog}
    </>
  )
}
