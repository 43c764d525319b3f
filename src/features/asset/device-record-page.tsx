import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device.ts'
import { devicePart } from '#contract/entities/asset/device-part.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { History } from '#src/kit/history.tsx'
import { RecordPage } from '#src/kit/record-page.tsx'
import { RelatedList } from '#src/kit/related-list.tsx'
import { useWords } from '#src/words/words.ts'

interface Props {
  /** What other areas offer for the card. */
  readonly actions?: (row: Row) => ReactNode
  /** What other areas show below its parts. */
  readonly more?: (row: Row) => ReactNode
}

/** One device card: facts and parts on the left, its life on the right. */
export function DeviceRecordPage({ actions, more }: Props): ReactNode {
  const { id = '' } = useParams()
  const { word } = useWords()
  const seesParts = useRight('devicePart.list')
  return (
    <RecordPage
      of={device}
      id={id}
      listPath="/eam/device"
      actions={actions}
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
          {more?.(row)}
        </>
      )}
    />
  )
}
