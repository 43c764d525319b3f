import { Empty, Typography } from 'antd'
import type { ReactNode } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { headingOf } from '#contract/kit/entity/entity.ts'
import { useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { Facts } from '#src/kit/record/facts.tsx'
import { useRecord } from '#src/kit/record/use-record.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { DeviceMetrology } from './device-metrology.tsx'

const noCard = { zh: '这台设备没有计量台账', en: 'This device has no metrology card' } as const

/** The metrology of the device that the address names by `id`; without one it is chosen first. */
export function MeasurePage(): ReactNode {
  const id = useSearchParams()[0].get('id')
  return id ? <Measures key={id} id={id} /> : <Navigate replace to="/form/eam/dev-select?for=measure" />
}

function Measures({ id }: { readonly id: string }): ReactNode {
  const { say } = useWords()
  const maySee = useRight('measureRecord.list')
  const { row, instead } = useRecord(device, id)
  const cards = useList(metrologyCard, row && { deviceId: id, size: 1, columns: metrologyCard.title })
  useTabTitle(row && `${row.deviceName} · ${say(metrologyCard)}`)
  if (!row) return instead
  return (
    <article className="eam-record">
      <Typography.Title level={1} style={{ fontSize: 20 }}>
        <Link to={`/eam/device/${id}?tab=measures`}>{String(row.deviceName)}</Link>{' '}
        <Typography.Text type="secondary">{String(row.deviceCode ?? '')}</Typography.Text>
      </Typography.Title>
      <Parts at="record.device" given={{ deviceId: id }} />
      <section className="eam-panel" aria-label={say(metrologyCard)}>
        <h2>{say(metrologyCard)}</h2>
        {!cards.data ? (
          <Outcome isLoading={cards.isPending} error={cards.error} onRetry={() => void cards.refetch()} />
        ) : cards.data.records[0] ? (
          <Card id={cards.data.records[0].id} />
        ) : (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(noCard)} />
        )}
      </section>
      {maySee && (
        <section className="eam-panel" aria-label={say(headingOf(metrologyRecord))}>
          <h2>{say(headingOf(metrologyRecord))}</h2>
          <DeviceMetrology row={row} />
        </section>
      )}
    </article>
  )
}

/** The terms, the label and the last certificate. */
function Card({ id }: { readonly id: string }): ReactNode {
  const { view, row, instead } = useRecord(metrologyCard, id)
  return view && row ? <Facts view={view} row={row} columns={3} without={['device', 'cardTitle']} /> : instead
}
