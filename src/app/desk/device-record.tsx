import type { ReactNode } from 'react'
import { DeviceRecordPage } from '#src/features/asset/device-record-page.tsx'
import { LabelButton } from '#src/features/label/label-button.tsx'
import { LabelsOfCard } from '#src/features/label/labels-of-card.tsx'
import { ReportButton } from '#src/features/service/report-button.tsx'

/** The page of a device card with what the other areas offer for it. */
export function DeviceRecord(): ReactNode {
  return (
    <DeviceRecordPage
      actions={(row) => (
        <>
          <LabelButton kind="device" selected={[row]} />
          <ReportButton device={row} />
        </>
      )}
      more={(row) => <LabelsOfCard device={row} />}
    />
  )
}
