import { CalendarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { availability } from '#contract/calls/pool/pool.ts'
import { poolDevice } from '#contract/entities/pool/pool-device.ts'
import { type Row, useCall } from '#src/data/hooks.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { BorrowButtons } from './borrow-buttons.tsx'
import './pool.css'

/** The shared pool: what is free now, and the devices with their prices. */
export function PoolPage(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  return (
    <>
      <FreeNow />
      <EntityPage
        of={poolDevice}
        listActions={(selected) =>
          selected.length === 0 && (
            <Button icon={<CalendarOutlined />} onClick={() => void navigate('/eam/share-calendar')}>
              {word('pool.calendar')}
            </Button>
          )
        }
        rowActions={(row: Row) => <BorrowButtons deviceId={String(row.deviceId)} deviceName={String(row.deviceName ?? '')} />}
      />
    </>
  )
}

const most = 12

/** What is free of each kind and where, in sentences. */
function FreeNow(): ReactNode {
  const { word } = useWords()
  const free = useCall(availability, {})
  const [isAll, setAll] = useState(false)
  const kinds = free.data ?? []
  if (kinds.length === 0) return null
  const shown = isAll ? kinds : kinds.slice(0, most)
  return (
    <section className="eam-panel eam-pool-free" aria-label={word('pool.free')}>
      {shown.map(({ name, free: count, sentence }) => (
        <ToneTag key={name} tone={count > 0 ? 'good' : 'plain'}>
          {sentence}
        </ToneTag>
      ))}
      {kinds.length > shown.length && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          +{kinds.length - shown.length}
        </Button>
      )}
    </section>
  )
}
