import { Button } from 'antd-mobile'
import { useState } from 'react'
import { deviceUseLists } from '#contract/calls/custody/custody.ts'
import { deviceUse, type useHistoryFields } from '#contract/entities/custody/device-use.ts'
import { deviceUseStates } from '#contract/entities/custody/device-use-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { textOf } from '#src/kit/value-text.ts'
import { Row } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { useWordsOf } from '../use-words.ts'

/** As many are shown until the person asks for all. */
const first = 10

/** On a card: who had the device and has it now, the newest first; from the server. */
export function UseHistory({ row }: { row: PhoneDevice }) {
  const { word, say } = useWords()
  const [isAll, setAll] = useState(false)
  const { online } = useSync()
  const mayList = useRight('deviceUse.list')
  const { data, error, refetch } = useCall(deviceUseLists.ofCard, { cardId: row.id }, mayList && online)
  if (!data?.length && !error) return null
  return (
    <section aria-label={say(useWordsOf.history)}>
      <h2 className="ph-heading">{say(useWordsOf.history)}</h2>
      <ul className="ph-rows">
        {data?.slice(0, isAll ? data.length : first).map((use) => (
          <Use key={use.id} use={use} />
        ))}
      </ul>
      {error ? <p className="ph-quiet">{error.message}</p> : null}
      {error || (!isAll && data.length > first) ? (
        <Button fill="none" color="primary" onClick={() => (error ? void refetch() : setAll(true))}>
          {error ? word('common.retry') : say(useWordsOf.all)}
        </Button>
      ) : null}
    </section>
  )
}

type Listed = AnswerOf<typeof deviceUseLists.ofCard>[number]

/** One use: from where to where, from whom to whom, from when to when, and how the device came back. */
function Use({ use }: { use: Listed }) {
  const { say, language } = useWords()
  const { fields } = useFieldView(deviceUse)
  const shown = (name: (typeof useHistoryFields)[number]): string => (fields[name] ? textOf(name, fields[name], use, language) : '')
  const line = (between: string, ...parts: string[]): string => parts.filter(Boolean).join(between)
  const state = use.status && deviceUseStates[use.status]
  const condition = shown('condition')
  return (
    <Row
      title={line(' · ', shown('eventType'), line(' → ', shown('fromDept'), shown('toDept')))}
      tag={state ? <ToneTag tone={state.tone}>{say(state)}</ToneTag> : null}
    >
      <span className="ph-line">{line(' → ', shown('giver'), shown('receiver'))}</span>
      <span className="ph-line">{line(' – ', shown('handedAt') || shown('receivedAt'), shown('actualReturnTime'))}</span>
      {condition && fields.condition ? <span className="ph-line">{`${say(fields.condition)} · ${condition}`}</span> : null}
    </Row>
  )
}
