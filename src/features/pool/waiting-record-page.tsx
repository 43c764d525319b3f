import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { poolWaiting } from '#contract/entities/pool/pool-waiting.ts'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { BorrowButtons } from './borrow-buttons.tsx'

/** One entry of the waiting list, from where its person reserves. */
export function WaitingRecordPage(): ReactNode {
  const { id = '' } = useParams()
  return (
    <RecordPage
      of={poolWaiting}
      id={id}
      listPath="/eam/share-waiting"
      actions={(row) =>
        Boolean(row.deviceId) &&
        row.waitingStatus === 'noticed' && <BorrowButtons deviceId={String(row.deviceId)} deviceName={String(row.deviceName ?? '')} />
      }
    />
  )
}
