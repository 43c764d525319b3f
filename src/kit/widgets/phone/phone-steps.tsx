import { Button } from 'antd-mobile'
import { type ReactNode, Suspense } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import { useSession } from '#src/data/session.ts'
import { offeredSteps, type StepRow, useRowSteps } from '#src/kit/phone/row-steps.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import type { Problems, Values } from '#src/kit/widgets/phone/fields/form-values.ts'
import { useWords } from '#src/words/words.ts'

const StepSheet = later(() => import('#src/kit/widgets/phone/step-sheet.tsx').then((part) => part.RecordStepSheet))

/** The steps that the bar holds; further ones stand above it in the page. */
const BAR_STEPS = 2

/** What a module adds to the steps that are declared. */
export interface StepFacts {
  /** Whether the person's place in the row leaves a step open, beside state and rights. */
  readonly mayTake?: (step: string) => boolean
  /** Steps that end the row early or only add to it, in this order after the others. */
  readonly last?: readonly string[]
  /** Steps in the colour of danger. */
  readonly danger?: readonly string[]
  /** What stands in the form of a step at first. */
  readonly initial?: (step: string) => Values
  /** What else is wrong with a filled form, by field. */
  readonly check?: (step: string, body: Values) => Problems
  /** Rows whose queued operations are sent first. */
  readonly behind?: readonly string[]
}

export interface PhoneStepsProps extends StepFacts {
  readonly of: Entity
  readonly on: Machine
  readonly row: StepRow & object
}

/** The steps of a machine that the person may take on a row of this phone, the main one within reach of the thumb. */
export function PhoneSteps({ of, on, row, mayTake, last = [], danger = [], initial, check, behind }: PhoneStepsProps): ReactNode {
  const { say } = useWords()
  const rights = useSession(({ person }) => person?.rights)
  const { asked, close, press, take } = useRowSteps(of, on, row, undefined, behind)
  const names = offeredSteps(of, on, row, new Set(rights))
    .filter((name) => mayTake?.(name) ?? true)
    .sort((a, b) => last.indexOf(a) - last.indexOf(b))
  const step = asked === undefined ? undefined : on.steps[asked]
  const button = (name: string, index: number): ReactNode => (
    <Button
      key={name}
      color={danger.includes(name) ? 'danger' : 'primary'}
      fill={index === 0 && !danger.includes(name) ? 'solid' : 'outline'}
      onClick={() => void press(name)}
    >
      {say(on.steps[name]!)}
    </Button>
  )
  return (
    <>
      {names.length > BAR_STEPS ? (
        <div className="ph-more-steps">{names.slice(BAR_STEPS).map((name, index) => button(name, index + BAR_STEPS))}</div>
      ) : null}
      {names.length > 0 ? <ActBar>{names.slice(0, BAR_STEPS).map(button)}</ActBar> : null}
      {asked !== undefined && step ? (
        <Suspense>
          <StepSheet
            of={of}
            step={step}
            initial={initial?.(asked)}
            check={check && ((body) => check(asked, body))}
            onClose={close}
            onTake={(filled) => take(asked, filled)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
