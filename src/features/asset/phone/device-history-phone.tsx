import { Button } from 'antd-mobile'
import { deviceHistories } from '#contract/calls/asset/device-history.ts'
import { useCall } from '#src/data/hooks.ts'
import { shortTime } from '#src/kit/phone/time.ts'
import { PageLoading } from '#src/kit/widgets/phone/page-state.tsx'
import { useWords } from '#src/words/words.ts'
import './device-history-phone.css'

const SHOWN = 20

/** What happened to a device, the newest first; from the server. */
export function DeviceHistory({ id }: { id: string }) {
  const { word, language } = useWords()
  const { data, error, refetch } = useCall(deviceHistories.lifeCycle, { eamDeviceId: id, current: 1, size: SHOWN })
  if (error)
    return (
      <p className="ph-quiet">
        {error.message}{' '}
        <Button fill="none" color="primary" onClick={() => void refetch()}>
          {word('common.retry')}
        </Button>
      </p>
    )
  if (!data) return <PageLoading label={word('common.loading')} rows={2} />
  if (data.records.length === 0) return <p className="ph-quiet">{word('card.noHistory')}</p>
  return (
    <ol className="ph-events">
      {data.records.map((event) => (
        <li key={event.id}>
          <strong>{event.operationTypeValue}</strong>
          <span className="ph-quiet">{[shortTime(event.time, language), event.rule ?? event.contact].filter(Boolean).join(' · ')}</span>
          {event.showContent ? <p>{event.showContent}</p> : null}
          {event.offline ? <p className="ph-quiet">{event.offline}</p> : null}
        </li>
      ))}
    </ol>
  )
}
