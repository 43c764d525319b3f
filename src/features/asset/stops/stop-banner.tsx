import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { liftStop } from '#contract/calls/asset/device-stop.ts'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import type { StopFacts } from '#contract/entities/asset/stops/stop-sentence.ts'
import { stopSentence } from '#contract/entities/asset/stops/stop-sentence.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { recordPath } from '#src/kit/record/record-paths.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const stopped = { zh: '设备已停用，不能使用', en: 'This device is out of service. Do not use it' } as const
const columns = ['stopNo', 'stopKind', 'cause', 'reason', 'certificateNo', 'validUntil', 'recall', 'since', 'placedBy'].join()

/** Above a device: each open stop with what it stands on, and the way to lift those that people place. */
export function StopBanner({ row }: { readonly row: Row }): ReactNode {
  const { say, language } = useWords()
  const mayList = useRight('deviceStop.list')
  const mayLift = useRight(liftStop.may)
  const { data } = useList(deviceStop, mayList ? { deviceId: row.id, liftedAt: '_none', columns, current: 1, size: 20 } : undefined)
  const mayRecall = useRight('recall.list')
  const [lifting, setLifting] = useState<string>()
  const stops = data?.records ?? []
  if (stops.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={say(stopped)}
      description={
        <ul className="eam-stops">
          {stops.map((stop) => (
            <li key={stop.id}>
              {[say(stopSentence(stop as StopFacts)), momentText(String(stop.since), language), stop.placedByName]
                .filter(Boolean)
                .join(' · ')}
              {mayRecall && stop.recallId && (
                <>
                  {' '}
                  <Link to={recordPath('recall', stop.recallId) ?? ''}>{stop.recallName}</Link>
                </>
              )}
              {mayLift && stop.stopKind !== 'metrology' && stop.cause !== 'recalled' && (
                <Button type="link" size="small" onClick={() => setLifting(stop.id)}>
                  {say(liftStop)}
                </Button>
              )}
            </li>
          ))}
          {lifting && <CallDialog of={liftStop} given={{ stopId: lifting }} onClose={() => setLifting(undefined)} />}
        </ul>
      }
    />
  )
}
