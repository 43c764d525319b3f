import { deviceUseStates } from '#contract/entities/custody/device-use-states.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { daysOverdue } from '../overdue.ts'
import { filled, useWordsOf } from '../use-words.ts'
import type { PhoneUse } from './phone-use.ts'

/** Where a use stands, in red how long it is overdue. */
export function UseTag({ use }: { use: PhoneUse }) {
  const { say } = useWords()
  const state = deviceUseStates[use.status]
  const late = daysOverdue(use, Date.now())
  return late > 0 ? (
    <ToneTag tone="bad">{filled(say(useWordsOf.overdue), late)}</ToneTag>
  ) : (
    <ToneTag tone={state.tone}>{say(state)}</ToneTag>
  )
}

/** A use in a list: the device, from whom to whom, and in red how long it is overdue. */
export function UseRow({ use }: { use: PhoneUse }) {
  const { say, language } = useWords()
  const state = deviceUseStates[use.status]
  const late = daysOverdue(use, Date.now())
  return (
    <LinkRow to={`/use/${use.id}`} title={use.cardName ?? use.useNo ?? ''} tag={<UseTag use={use} />}>
      {use.cardCode ? <span className="ph-line">{use.cardCode}</span> : null}
      <span className="ph-line">
        {[
          late > 0 && use.status === 'returning' ? say(state) : '',
          use.eventTypeValue,
          [use.fromDeptName, use.toDeptName].filter(Boolean).join(' → '),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {use.returnTime ? (
        <span className="ph-line">
          {say(useWordsOf.due)} {shortTime(use.returnTime, language)}
        </span>
      ) : null}
    </LinkRow>
  )
}
