import { type ReactNode, useEffect, useRef, useState } from 'react'
import { verbsOf } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { person } from '#src/data/session.ts'
import type { Allows } from '#src/kit/record/act-bar.tsx'
import { useStepRun } from '#src/kit/record/use-step-run.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { openSteps, targetsOf } from './moves.ts'
import { WhichStep } from './which-step.tsx'

interface Props {
  readonly view: View
  readonly on: Machine
  readonly row: Row
  /** The state of the column. */
  readonly to: string
  readonly name: string
  readonly allows?: Allows
  readonly onDone: (step: string) => void
  readonly onLeft: () => void
}

/**
 * Moves a dropped card: runs the step that leads to the column, as its button on the record page does. Asks for the input of the step, and which one where
 * several lead there.
 */
export function CardMover(props: Props): ReactNode {
  const { view, row, onLeft } = props
  const notice = useNotice()
  const hasDetail = verbsOf(view.entity).includes('detail')
  // The list row has only some fields, and its state may have changed since.
  const detail = useDetail(view.entity, hasDetail ? row.id : undefined)
  const now = hasDetail ? detail.data : row
  const failed = useRef(false)
  useEffect(() => {
    if (!detail.error || now || failed.current) return
    failed.current = true
    notice.failed(detail.error)
    onLeft()
  }, [detail.error, now, notice, onLeft])
  return now && !detail.isFetching ? <Steps {...props} row={now} /> : null
}

function Steps({ view, on, row, to, name, allows, onDone, onLeft }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const chosen = useRef<string>(undefined)
  const run = useStepRun([row], () => onDone(chosen.current!), onLeft)
  const open = openSteps(view, row, person()?.rights ?? []).filter((step) => allows?.(row, step) ?? true)
  const steps = targetsOf(on, row, open).get(to) ?? []
  const [isChosen, setChosen] = useState(false)
  const begin = (step: string): void => {
    chosen.current = step
    setChosen(true)
    run.begin(on, step)
  }
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    if (steps.length === 1) begin(steps[0]!)
    else if (steps.length === 0) {
      notice.warn(word('kanban.closed', { what: name, state: say(on.states[to]!) }))
      onLeft()
    }
  })
  return (
    <>
      {steps.length > 1 && !isChosen && <WhichStep on={on} steps={steps} column={say(on.states[to]!)} onChoose={begin} onLeft={onLeft} />}
      {run.dialog}
    </>
  )
}
