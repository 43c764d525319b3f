import { repairStates } from '#contract/entities/service/repair-states.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { useOrdersOfDevice } from './phone/use-orders.ts'

/** On a card: its open repairs. */
export function RepairsOfCard({ row }: { row: PhoneDevice }) {
  const { say, language } = useWords()
  const orders = useOrdersOfDevice(row.id)
  if (orders.length === 0) return null
  return (
    <ul className="ph-rows">
      {orders.map((order) => {
        const state = repairStates[order.repairStatus]
        return (
          <LinkRow
            key={order.id}
            to={`/repair/${order.id}`}
            title={order.faultDescription}
            tag={<ToneTag tone={state.tone}>{say(state)}</ToneTag>}
          >
            {[order.reportedAt ? shortTime(order.reportedAt, language) : '', order.engineerName].filter(Boolean).join(' · ')}
          </LinkRow>
        )
      })}
    </ul>
  )
}
