import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { v7 } from 'uuid'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { useRight } from '#src/data/session.ts'
import { familyWords } from '#src/kit/phone/family/family-words.ts'
import { laneOf } from '#src/kit/phone/row-steps.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { write } from '#src/kit/phone/store/local-data.ts'
import { whyNotKept } from '#src/kit/phone/store/why-not-stored.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { LongList } from '#src/kit/widgets/phone/long-list.tsx'
import { ActionRow, Row, type RowProps } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { type PhoneCard, useDueCards } from './phone-cards.ts'

const words = {
  due: { zh: '应检设备', en: 'Devices due' },
  plan: { zh: '下达计量', en: 'Plan metrology' },
  planned: { zh: '计量已下达，保存在本机，联网后自动提交', en: 'Planned on this phone. It is sent once you are online' },
} as const

/** Plans the metrology of a device on this phone and opens the record. */
function usePlan(): (card: PhoneCard) => Promise<void> {
  const { say, word } = useWords()
  const navigate = useNavigate()
  const isBusy = useRef(false)
  return async ({ deviceId, measureKind, dueDate, body }) => {
    if (isBusy.current) return
    isBusy.current = true
    const id = v7()
    try {
      await write({
        kind: 'measureRecord.submit',
        target: { type: metrologyRecord.name, id },
        lane: laneOf(metrologyRecord, id),
        body: { deviceId, measureKind: measureKind ?? 'verification', dueDate, ...(body ? { body } : {}) },
      })
    } catch (error) {
      soundOf('bad')
      isBusy.current = false
      return void notice(word('form.saveFailed', { why: word(whyNotKept(error)) }))
    }
    soundOf('good')
    void notice(say(words.planned))
    await navigate(`/metrology/${id}`)
  }
}

/** Devices that are due or overdue and have no record yet, each planned with one tap. `deviceId`: of one device alone. */
export function DueCards({ deviceId }: { readonly deviceId?: string }): ReactNode {
  const { say } = useWords()
  const mayPlan = useRight('measureRecord.submit')
  const plan = usePlan()
  const due = useDueCards(deviceId) ?? []
  const today = homeDay(new Date())
  if (due.length === 0) return null
  const facts = (card: PhoneCard): RowProps => ({
    title: deviceId === undefined ? card.cardTitle : say(metrologyCard),
    tag: card.dueDate && card.dueDate < today ? <ToneTag tone="bad">{say(familyWords.overdue)}</ToneTag> : null,
    children: (
      <>
        {deviceId === undefined ? (
          <span className="ph-line">{[card.deviceCode, card.useDeptName, card.locationName].filter(Boolean).join(' · ')}</span>
        ) : null}
        <span className="ph-line">
          {say(metrologyCard.fields.dueDate)} {card.dueDate}
        </span>
      </>
    ),
  })
  return (
    <section>
      <h2 className="ph-heading">
        {say(words.due)} ({due.length})
      </h2>
      <LongList label={say(words.due)} items={due} keyOf={({ id }) => id}>
        {(card) =>
          mayPlan ? (
            <ActionRow {...facts(card)} side={<strong>{say(words.plan)}</strong>} onPress={() => void plan(card)} />
          ) : (
            <Row {...facts(card)} />
          )
        }
      </LongList>
    </section>
  )
}
