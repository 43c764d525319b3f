import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { mayRepairStep } from '#contract/entities/service/repair-sides.ts'
import { useSession } from '#src/data/session.ts'
import { useTeams } from '#src/kit/phone/teams.ts'
import { PhoneSteps } from '#src/kit/widgets/phone/phone-steps.tsx'
import type { PhoneOrder } from './phone-order.ts'

/** Steps that only add a note or end the order early. */
const last = ['wait', 'sendBack', 'supplement', 'remind', 'cancel']
const danger = ['cancel', 'sendBack']

/** The possible steps of an order: those that lead to its end first. */
export function OrderSteps({ order }: { order: PhoneOrder }) {
  const person = useSession((state) => state.person)
  const teams = useTeams(repairOrder)
  if (!person) return null
  const who = { userId: person.user_id, rights: new Set(person.rights), teams }
  const people = {
    reporterId: order.reporterId ?? null,
    engineerId: order.engineerId ?? null,
    teamId: order.teamId ?? null,
    stopRequested: order.stopRequested ?? 0,
  }
  return (
    <PhoneSteps
      of={repairOrder}
      on={repairFlow}
      row={order}
      mayTake={(step) => mayRepairStep(step, people, who)}
      last={last}
      danger={danger}
    />
  )
}
