import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { sensorAlarm } from '#contract/entities/iot/sensor-alarm.ts'
import { openAlarms } from '#contract/home/iot-home.ts'
import { headingOf } from '#contract/kit/entity/entity.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { useRight } from '#src/data/session.ts'
import type { PhoneDevice } from '#src/features/asset/public/device.ts'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { PageLoading, PageState } from '#src/kit/widgets/phone/page-state.tsx'
import { PhonePage } from '#src/kit/widgets/phone/phone-page.tsx'
import { LinkRow } from '#src/kit/widgets/phone/row.tsx'
import { ToneTag } from '#src/kit/widgets/phone/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { peakText } from '../alarm-values.ts'
import { phoneWords } from './alarm-phone-words.ts'
import { type AlarmOfDevice, isAnswered, isOpen, useAlarms } from './phone-alarm.ts'

const { alarmState, responseState, severity } = sensorAlarm.fields

const parts: readonly (readonly [Words, (of: AlarmOfDevice) => boolean])[] = [
  [alarmState.of.open, ({ alarm }) => isOpen(alarm)],
  [responseState.of.waiting, ({ alarm }) => !isOpen(alarm) && !isAnswered(alarm)],
  [phoneWords.toSend, ({ alarm }) => isAnswered(alarm)],
]

/** The alarms to handle: those that go on, those whose reason is missing, and those with an answer to be sent. */
export function AlarmsPhone(): ReactNode {
  const { say, word } = useWords()
  const { isComing, lastPull } = useSync()
  const alarms = useAlarms()
  return (
    <PhonePage title={say(headingOf(sensorAlarm))} back="/me">
      {alarms === undefined || (alarms.length === 0 && isComing) ? (
        <PageLoading label={word('common.loading')} />
      ) : alarms.length === 0 ? (
        <PageState
          title={lastPull > 0 ? say(phoneWords.none) : word('page.noData')}
          help={lastPull > 0 ? say(phoneWords.noneHelp) : word('page.noDataHelp')}
        />
      ) : (
        parts.map(([title, isIn]) => {
          const shown = alarms.filter(isIn)
          return shown.length > 0 ? (
            <section key={title.en} aria-label={say(title)}>
              <h2 className="ph-heading">
                {say(title)} ({shown.length})
              </h2>
              <ul className="ph-rows">
                {shown.map((one) => (
                  <AlarmRow key={one.alarm.id} {...one} />
                ))}
              </ul>
            </section>
          ) : null
        })
      )}
    </PhonePage>
  )
}

/** An alarm in a list: which device, where, what, and since when. `isOnCard`: the device is known. */
function AlarmRow({ alarm, device, isOnCard = false }: AlarmOfDevice & { readonly isOnCard?: boolean }): ReactNode {
  const { say, language } = useWords()
  const level = severity.of[alarm.severity]
  const name = device?.deviceName ?? alarm.deviceName ?? say(sensorAlarm)
  const place = [device?.useDeptName, device?.locationName].filter(Boolean).join(' · ')
  return (
    <LinkRow to={`/alarms/${alarm.id}`} title={isOnCard ? alarm.alarmTitle : name} tag={<ToneTag tone={level.tone}>{say(level)}</ToneTag>}>
      {isOnCard ? null : <span className="ph-line">{alarm.alarmTitle}</span>}
      {isOnCard || !place ? null : <span className="ph-line">{place}</span>}
      <span className="ph-line">{[shortTime(alarm.startedAt, language), peakText(alarm, language)].filter(Boolean).join(' · ')}</span>
    </LinkRow>
  )
}

/** On a card: the alarms of the device that go on. */
export function AlarmsOfCard({ row }: { readonly row: PhoneDevice }): ReactNode {
  const { say } = useWords()
  const open = useAlarms()?.filter(({ alarm }) => alarm.deviceId === row.id && isOpen(alarm)) ?? []
  if (open.length === 0) return null
  return (
    <ul className="ph-rows" aria-label={say(openAlarms)}>
      {open.map((one) => (
        <AlarmRow key={one.alarm.id} {...one} isOnCard />
      ))}
    </ul>
  )
}

/** Among the pages of the person: the alarms, for who may see them. */
export function AlarmsLink(): ReactNode {
  const { say } = useWords()
  const may = useRight('sensorAlarm.list')
  const open = useAlarms()?.filter(({ alarm }) => isOpen(alarm)) ?? []
  return may ? (
    <LinkRow to="/alarms" title={say(headingOf(sensorAlarm))} side={open.length > 0 ? <strong>{open.length}</strong> : null} />
  ) : null
}

/** What of alarms waits today: those that go on, for who may confirm them. Nothing without any. */
export function DayAlarms(): ReactNode {
  const { say } = useWords()
  const may = useRight('sensorAlarm.acknowledge')
  const open = useAlarms()?.filter(({ alarm }) => isOpen(alarm)) ?? []
  if (!may || open.length === 0) return null
  const critical = open.filter(({ alarm }) => alarm.severity === 'critical').length
  return (
    <ul className="ph-rows" aria-label={say(openAlarms)}>
      <LinkRow to="/alarms" title={say(openAlarms)} side={<strong>{open.length}</strong>}>
        {critical > 0 ? `${say(severity.of.critical)} ${critical}` : null}
      </LinkRow>
    </ul>
  )
}

/** On the queue page: leads from an answer that was not accepted to its alarm, which the phone may no longer hold. */
export function QueuedAlarm({ op }: { readonly op: Op }): ReactNode {
  const { say } = useWords()
  return (
    <Link className="ph-text-link" to={`/alarms/${op.target.id}`}>
      {say(phoneWords.view)}
    </Link>
  )
}
