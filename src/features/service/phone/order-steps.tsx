import { Button } from 'antd-mobile'
import { Suspense } from 'react'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { mayRepairStep } from '#contract/entities/service/repair-sides.ts'
import { type Person, useSession } from '#src/data/session.ts'
import { offeredSteps, useRowSteps } from '#src/kit/phone/row-steps.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { ActBar } from '#src/kit/widgets/phone/act-bar.tsx'
import { useWords } from '#src/words/words.ts'
import type { PhoneOrder } from './phone-order.ts'
import './repair-phone.css'

const StepSheet = later(() => import('#src/kit/widgets/phone/step-sheet.tsx').then((part) => part.RecordStepSheet))

const { steps } = repairFlow

/** The order of steps: those that lead to the end first, those that only add a note or end it early last. */
const rank = (name: string): number => ['wait', 'sendBack', 'supplement', 'remind', 'cancel'].indexOf(name)

/** The steps that the person may take now and a phone may queue, the most frequent first. */
export function openSteps(order: PhoneOrder, person: Person | undefined): (keyof typeof steps)[] {
  if (!person) return []
  const rights = new Set(person.rights)
  const people = { reporterId: order.reporterId ?? null, engineerId: order.engineerId ?? null, stopRequested: order.stopRequested ?? 0 }
  return offeredSteps(repairOrder, repairFlow, order, rights)
    .filter((name): name is keyof typeof steps => mayRepairStep(name, people, { userId: person.user_id, rights }))
    .sort((a, b) => rank(a) - rank(b))
}

/** The steps that the bar holds; further ones stand above it in the page. */
const BAR_STEPS = 2

/** The possible steps of an order, the main one within reach of the thumb. */
export function OrderSteps({ order }: { order: PhoneOrder }) {
  const { say } = useWords()
  const person = useSession((state) => state.person)
  const { asked, close, press, take } = useRowSteps(repairOrder, repairFlow, order)
  const names = openSteps(order, person)
  if (names.length === 0) return null
  const button = (name: keyof typeof steps, index: number) => (
    <Button
      key={name}
      color={name === 'cancel' || name === 'sendBack' ? 'danger' : 'primary'}
      fill={index === 0 && name !== 'cancel' ? 'solid' : 'outline'}
      onClick={() => void press(name)}
    >
      {say(steps[name])}
    </Button>
  )
  return (
    <>
      {names.length > BAR_STEPS ? (
        <div className="ph-more-steps">{names.slice(BAR_STEPS).map((name, index) => button(name, index + BAR_STEPS))}</div>
      ) : null}
      <ActBar>{names.slice(0, BAR_STEPS).map(button)}</ActBar>
      {asked ? (
        <Suspense>
          <StepSheet
            of={repairOrder}
            step={repairFlow.steps[asked as keyof typeof steps]}
            onClose={close}
            onTake={(filled) => take(asked, filled)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
