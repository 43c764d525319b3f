import { Button } from 'antd-mobile'
import { Suspense, useRef, useState } from 'react'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { mayRepairStep } from '#contract/entities/service/repair-sides.ts'
import type { Step } from '#contract/kit/machine.ts'
import { can } from '#contract/kit/may.ts'
import { sameIdentity } from '#src/data/outbox/op.ts'
import { type Person, useSession } from '#src/data/session.ts'
import { later } from '#src/kit/phone/lazy-load.ts'
import { write } from '#src/kit/phone/local-data.ts'
import { phoneStore } from '#src/kit/phone/phone-store.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { whyNotKept } from '#src/kit/phone/why-not-stored.ts'
import type { FormBody } from '#src/kit/widgets/phone/form-body.ts'
import { useWords } from '#src/words/words.ts'
import type { PhoneOrder } from './phone-order.ts'
import './repair-phone.css'

const StepSheet = later(() => import('#src/kit/widgets/phone/step-sheet.tsx').then((part) => part.RecordStepSheet))

const steps: Readonly<Record<string, Step>> = repairFlow.steps

/** The order of steps: those that lead to the end first, those that only add a note or end it early last. */
const rank = (name: string): number => ['wait', 'sendBack', 'supplement', 'remind', 'cancel'].indexOf(name)

/** The steps that the person may take now and a phone may queue, the most frequent first. */
export function openSteps(order: PhoneOrder, person: Person | undefined): string[] {
  if (!person) return []
  const rights = new Set(person.rights)
  const people = { reporterId: order.reporterId ?? null, engineerId: order.engineerId ?? null, stopRequested: order.stopRequested ?? 0 }
  const open = can(repairOrder, [repairFlow], { ...order }, { rights })
  return open
    .filter((name) => steps[name]?.offline && mayRepairStep(name, people, { userId: person.user_id, rights }))
    .sort((a, b) => rank(a) - rank(b))
}

/** Whether this phone's latest unsent write to an order is this step. */
async function isLast(name: string, orderId: string): Promise<boolean> {
  const { outbox, who } = phoneStore()
  const { ops } = await outbox.read()
  const last = ops.findLast((op) => sameIdentity(op, who) && op.target.id === orderId)
  return last?.kind === `repairOrder.${name}` && last.state === 'pending'
}

/** The possible steps of an order, within reach of the thumb. */
export function OrderSteps({ order }: { order: PhoneOrder }) {
  const { word, say } = useWords()
  const person = useSession((state) => state.person)
  const [asked, setAsked] = useState<string>()
  const names = openSteps(order, person)
  const askedStep = asked === undefined ? undefined : steps[asked]

  // A step that changes the state never follows itself: a second tap before the page updates would queue a step that the server refuses.
  const taking = useRef(false)
  const press = async (name: string): Promise<void> => {
    const step = steps[name]
    if (!step || taking.current) return
    if (step.confirm || Object.keys(step.input).length > 0) return setAsked(name)
    taking.current = true
    try {
      if (typeof step.to !== 'string' || !(await isLast(name, order.id))) await take(name, { body: {}, photos: [] })
    } finally {
      taking.current = false
    }
  }

  const take = async (name: string, { body, photos }: Pick<FormBody, 'body' | 'photos'>): Promise<void> => {
    const step = steps[name]
    if (!step) return
    // A reminder builds on nothing: it must not fail because the engineer was quicker.
    const builds = typeof step.to === 'string'
    try {
      await write(
        {
          kind: `repairOrder.${name}`,
          target: { type: 'repairOrder', id: order.id },
          lane: `repair:${order.id}`,
          body,
          ...(builds ? { baseVersion: order.version ?? 0 } : {}),
        },
        photos,
      )
    } catch (error) {
      soundOf('bad')
      return void notice(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    setAsked(undefined)
    soundOf('good')
    void notice(word('repair.stepSaved', { what: say(step) }))
  }

  if (names.length === 0) return null
  return (
    <>
      <div className={names.length > 2 ? 'ph-steps-room ph-steps-room-more' : 'ph-steps-room'} />
      <div className="ph-steps">
        {names.map((name, index) => (
          <Button
            key={name}
            color={name === 'cancel' || name === 'sendBack' ? 'danger' : 'primary'}
            fill={index === 0 && name !== 'cancel' ? 'solid' : 'outline'}
            onClick={() => void press(name)}
          >
            {say(steps[name] as Step)}
          </Button>
        ))}
      </div>
      {asked && askedStep ? (
        <Suspense>
          <StepSheet of={repairOrder} step={askedStep} onClose={() => setAsked(undefined)} onTake={(filled) => take(asked, filled)} />
        </Suspense>
      ) : null}
    </>
  )
}
