import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device.ts'
import { devicePart } from '#contract/entities/asset/device-part.ts'
import { useRight } from '#src/data/session.ts'
import { Parts } from '#src/kit/parts.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'

/** One device card: facts and parts on the left, its life on the right, with what other modules offer. */
export function DeviceRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { word } = useWords()
  const seesParts = useRight('devicePart.list')
  return (
    <RecordPage
      of={device}
      id={id}
      listPath="/eam/device"
      actions={(row) => <Parts at="device.record" given={{ row }} />}
      aside={(row) => <History of={device} id={row.id} title={word('device.life')} />}
      more={(row) => (
        <>
          {seesParts && (
            <RelatedList
              of={devicePart}
              fixed={{ deviceId: row.id }}
              initial={{ deviceId: row.id, deviceName: row.deviceName }}
              title={devicePart}
            />
          )}
          <Parts at="device.more" given={{ row }} />
        </>
      )}
    />
  )
}
