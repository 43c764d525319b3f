import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device.ts'
import { devicePart } from '#contract/entities/asset/device-part.ts'
import { useRight } from '#src/data/session.ts'
import { RecordPage } from '#src/kit/record-page.tsx'
import { RelatedList } from '#src/kit/related-list.tsx'
import { LifeCycle } from './life-cycle.tsx'

/** One device card: facts and parts on the left, its life on the right. */
export function DeviceRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const seesParts = useRight('devicePart.list')
  return (
    <RecordPage
      of={device}
      id={id}
      listPath="/eam/device"
      aside={(row) => <LifeCycle id={row.id} />}
      more={(row) =>
        seesParts && (
          <RelatedList
            of={devicePart}
            fixed={{ deviceId: row.id }}
            initial={{ deviceId: row.id, deviceName: row.deviceName }}
            title={devicePart}
          />
        )
      }
    />
  )
}
