import { Skeleton } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Row } from '#src/data/hooks.ts'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { ActBar } from '#src/kit/record/act-bar.tsx'
import { Facts } from '#src/kit/record/facts.tsx'
import { fullName } from '#src/kit/record/record-name.ts'
import { RecordTabs } from '#src/kit/record/record-tabs.tsx'
import { useRecord } from '#src/kit/record/use-record.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { useWords } from '#src/words/words.ts'
import { deviceActs, deviceAllows } from './device-acts.ts'
import { DeviceHeader } from './device-header.tsx'
import { useErase } from './phone/use-erase.ts'

/** The page of a device: who it is, what blocks it, and in tabs everything that hangs on it. */
export function DeviceRecordPage(): ReactNode {
  const { id = '' } = useParams()
  return <DeviceRecord id={id} />
}

/** The record of a device by its id. */
export function DeviceRecord({ id }: { readonly id: string }): ReactNode {
  const { language } = useWords()
  const { view, row, refresh, instead } = useRecord(device, id)
  useTabTitle(row && fullName(device, row, language))
  if (!view || !row) return instead
  return <Device view={view} row={row} onRefresh={refresh} />
}

interface Props {
  readonly view: View
  readonly row: Row
  readonly onRefresh: () => void
}

function Device({ view, row, onRefresh }: Props): ReactNode {
  const { say, word } = useWords()
  const navigate = useNavigate()
  const erase = useErase(row, () => void navigate('/eam/device'))
  const [isEditing, setEditing] = useState(false)
  const bar = (
    <ActBar
      of={device}
      row={row}
      order={deviceActs}
      allows={deviceAllows}
      onEdit={() => setEditing(true)}
      onRemoved={() => void navigate('/eam/device')}
      onRefresh={onRefresh}
      more={[{ key: 'archive', label: word('archive.print'), onClick: () => void navigate(`/form/eam/device-archive?id=${row.id}`) }]}
      rareMore={erase}
    >
      {(hasNext) => <Parts at="device.record" given={{ row, isNext: !hasNext }} isTogether />}
    </ActBar>
  )
  const archive = (
    <section aria-label={say(device)}>
      <Facts view={view} row={row} columns={3} />
      <Parts at="device.more" given={{ row }} />
    </section>
  )
  return (
    <article className="eam-record eam-device">
      <Suspense fallback={<Skeleton className="eam-panel" active avatar={{ shape: 'square', size: 104 }} />}>
        <DeviceHeader view={view} row={row} acts={bar} />
      </Suspense>
      <Parts at="device.banner" given={{ row }} />
      <RecordTabs of={device} row={row} first={{ zh: '档案', en: 'Details', children: archive }} />
      <FormDrawer view={view} isOpen={isEditing} id={row.id} onClose={() => setEditing(false)} />
    </article>
  )
}
