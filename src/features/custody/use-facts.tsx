import { Fragment } from 'react'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { deviceUseStates } from '#contract/entities/custody/device-use-states.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { useWords } from '#src/words/words.ts'
import { daysOverdue } from './overdue.ts'
import type { PhoneUse } from './phone/phone-use.ts'
import { UseTag } from './phone/use-row.tsx'

/** The head of a hand-over: the device, which opens its card, and what is known of who gives it to whom. */
export function UseFacts({ use }: { use: PhoneUse }) {
  const { say, language } = useWords()
  const { fields } = useFieldView(deviceUse)
  const facts = [
    ['useNo', use.useNo],
    // The tag says how late it is, in place of the state.
    ['status', daysOverdue(use, Date.now()) > 0 ? say(deviceUseStates[use.status]) : ''],
    ['eventType', use.eventTypeValue],
    ['fromDept', use.fromDeptName],
    ['toDept', use.toDeptName],
    ['applicant', use.applicantName],
    ['receiver', use.receiverName],
    ['returnTime', use.returnTime && shortTime(use.returnTime, language)],
  ] as const
  return (
    <>
      <ul className="ph-rows">
        <LinkRow to={`/device/${use.cardId}`} title={use.cardName ?? use.useNo ?? ''} tag={<UseTag use={use} />}>
          {use.cardCode ? <span className="ph-line">{use.cardCode}</span> : null}
        </LinkRow>
      </ul>
      <section className="ph-card">
        <dl className="ph-facts">
          {facts.map(([name, value]) =>
            value && fields[name] ? (
              <Fragment key={name}>
                <dt>{say(fields[name])}</dt>
                <dd>{value}</dd>
              </Fragment>
            ) : null,
          )}
        </dl>
      </section>
    </>
  )
}
