import { repairStates, urgencies } from '#contract/entities/service/repair-states.ts'
import { familyWords } from '#src/kit/phone/family/family-words.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import type { PhoneOrder } from './phone-order.ts'
import { repairWords } from './repair-words.ts'

/** An order in a list: what is broken, where, since when, and how urgent it is. */
export function OrderRow({ order }: { order: PhoneOrder }) {
  const { say, language } = useWords()
  const state = repairStates[order.repairStatus]
  const urgency = order.urgency === 'normal' ? undefined : urgencies[order.urgency]
  const place = [order.useDeptName, order.locationName].filter(Boolean).join(' · ')
  return (
    <LinkRow
      to={`/repair/${order.id}`}
      title={order.deviceName ?? say(repairWords.order)}
      tag={<ToneTag tone={state.tone}>{say(state)}</ToneTag>}
    >
      <span className="ph-two-lines">{order.faultDescription}</span>
      {place ? <span className="ph-line">{place}</span> : null}
      {order.teamName && !order.engineerId ? (
        <span className="ph-line">
          {say(familyWords.team)} {order.teamName}
        </span>
      ) : null}
      <span className="ph-line">
        {order.reportedAt ? `${shortTime(order.reportedAt, language)} · ` : ''}
        <span className="ph-whole">{order.orderNo}</span>
        {urgency ? <strong className={`ph-mark ph-mark-${urgency.tone}`}>{say(urgency)}</strong> : null}
        {order.isStopped === 1 ? <strong className="ph-mark ph-mark-bad">{say(repairWords.stopped)}</strong> : null}
      </span>
    </LinkRow>
  )
}
