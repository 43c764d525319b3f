import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { readDetail } from '#src/data/read-detail.ts'
import { useSession } from '#src/data/session.ts'
import { useDevice } from '#src/features/asset/public/devices.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { useAsked } from '#src/kit/phone/use-asked.ts'
import { textOf } from '#src/kit/value-text.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { QueueNotes } from '#src/kit/widgets/phone/queue-notes.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { peakText, rangeText } from '../alarm-values.ts'
import { phoneWords } from './alarm-phone-words.ts'
import { AlarmSteps } from './alarm-steps.tsx'
import { type PhoneAlarm, useAlarm } from './phone-alarm.ts'
import './alarm-phone.css'

const readAlarm = (id: string, signal: AbortSignal): Promise<PhoneAlarm> => readDetail(sensorAlarm, id, signal)

/** One alarm: the device, what is wrong since when, who confirmed it, and the possible steps. */
export function AlarmPhone(): ReactNode {
  const { word, say } = useWords()
  const { id = '' } = useParams()
  const { online } = useSync()
  const items = usePhoneStore(({ queue }) => queue.items)
  const queued = items.filter(({ op }) => op.target.id === id)
  const stuck = queued.find(({ attention }) => attention)?.op
  const held = useAlarm(id)
  // An operation that has left the queue changed the alarm.
  const asked = useAsked(readAlarm, id, held === null && online, queued.length)
  const now = held ?? (held === null && !online ? null : asked)
  // While the server is asked the page stays, with what is typed in its sheet.
  const [last, setLast] = useState<PhoneAlarm>()
  if (now && now !== last) setLast(now)
  const alarm = now === undefined && last?.id === id ? last : now
  return (
    <PhonePage title={say(sensorAlarm)} back="/alarms">
      <QueueNotes id={id} />
      {alarm ? (
        <>
          <Alarm alarm={alarm} />
          <AlarmSteps alarm={alarm} typed={typedIn(stuck)} />
        </>
      ) : alarm === undefined ? (
        <PageLoading label={word('common.loading')} />
      ) : (
        <PageState title={say(phoneWords.gone)} help={say(phoneWords.goneHelp)} />
      )}
    </PhonePage>
  )
}

/** The reason in an answer that the server did not accept, so that it is typed once. */
const typedIn = (op: Op | undefined): string => String((op?.body as { reason?: string } | undefined)?.reason ?? '')

function Alarm({ alarm }: { readonly alarm: PhoneAlarm }): ReactNode {
  const { say, language } = useWords()
  const me = useSession(({ person }) => person)
  const device = useDevice({ id: alarm.deviceId })
  const { fields } = useFieldView(sensorAlarm)
  const state = sensorAlarm.fields.alarmState.of[alarm.alarmState]
  const severity = sensorAlarm.fields.severity.of[alarm.severity]
  const row = alarm as unknown as Readonly<Record<string, unknown>>
  const text = (name: keyof typeof sensorAlarm.fields): string => textOf(name, fields[name] ?? sensorAlarm.fields[name], row, language)
  const known = (name: keyof typeof sensorAlarm.fields, value = text(name)): ReactNode =>
    fields[name] && value ? <Fact label={say(fields[name])} value={value} /> : null
  const isMine = Boolean(me) && alarm.acknowledgedById === me?.user_id
  return (
    <section className="ph-card">
      <h2 className="ph-alarm-head">
        <Link to={`/device/${alarm.deviceId}`}>{device?.deviceName ?? alarm.deviceName ?? say(sensorAlarm.fields.device)}</Link>
      </h2>
      {device?.deviceCode ? <p className="ph-quiet">{device.deviceCode}</p> : null}
      <p className="ph-alarm-marks">
        <ToneTag tone={state.tone}>{say(state)}</ToneTag>
        <ToneTag tone={severity.tone}>{say(severity)}</ToneTag>
      </p>
      <dl className="ph-facts">
        {known('alarmTitle')}
        <Fact label={say(phoneWords.place)} value={[device?.useDeptName, device?.locationName].filter(Boolean).join(' · ')} />
        <Fact label={say(phoneWords.condition)} value={[text('quantity'), text('comparison')].filter(Boolean).join(' · ')} />
        {known('peak', peakText(alarm, language))}
        <Fact label={say(phoneWords.range)} value={rangeText(alarm, language)} />
        {known('sensor')}
        {known('startedAt')}
        {known('openedAt')}
        {known('endedAt')}
        {known('closedBecause')}
        {known('acknowledgedBy', text('acknowledgedBy') || (isMine ? (me?.realName ?? '') : ''))}
        {known('acknowledgedAt')}
        {known('reason')}
        {alarm.repairId && fields.repair ? (
          <>
            <dt>{say(fields.repair)}</dt>
            <dd>
              <Link className="ph-text-link" to={`/repair/${alarm.repairId}`}>
                {text('repair') || say(fields.repair)}
              </Link>
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return value ? (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  ) : null
}
