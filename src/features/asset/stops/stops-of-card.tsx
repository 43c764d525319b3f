import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import { stopKinds } from '#contract/entities/asset/stops/stop-kinds.ts'
import { type StopFacts, stopSentence } from '#contract/entities/asset/stops/stop-sentence.ts'
import { useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { PhoneQueries } from '#src/kit/phone/queries.tsx'
import { useSync } from '#src/kit/phone/store/local-data.ts'
import { useWords } from '#src/words/words.ts'
import type { PhoneDevice } from '../public/device.ts'

const stopped = { zh: '已停用，不能使用', en: 'Out of service, do not use' } as const

/** On a card: that the device is stopped, and why; without a network the kinds alone. */
export function StopsOfCard({ row }: { row: PhoneDevice }) {
  const { say } = useWords()
  if (!row.stopKinds?.length) return null
  return (
    <section className="ph-card" role="alert" aria-label={say(deviceStop)}>
      <h2 className="ph-past">
        {say(stopped)} · {row.stopKinds.map((kind) => say(stopKinds[kind])).join(' · ')}
      </h2>
      <PhoneQueries>
        <Reasons id={row.id} />
      </PhoneQueries>
    </section>
  )
}

const columns = ['stopKind', 'cause', 'reason', 'certificateNo', 'validUntil'].join()

function Reasons({ id }: { id: string }) {
  const { say } = useWords()
  const { online } = useSync()
  const mayList = useRight('deviceStop.list')
  const { data } = useList(deviceStop, online && mayList ? { deviceId: id, liftedAt: '_none', columns, current: 1, size: 20 } : undefined)
  if (!data?.records.length) return null
  return (
    <ul className="ph-stops">
      {data.records.map((stop) => (
        <li key={stop.id}>{say(stopSentence(stop as StopFacts))}</li>
      ))}
    </ul>
  )
}
