import type { ReactNode } from 'react'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'

/** The stops of a device, open and lifted. */
export function DeviceStops({ row }: { readonly row: Row }): ReactNode {
  return (
    <RelatedRows
      of={deviceStop}
      columns={['stopNo', 'stopKind', 'cause', 'reason', 'since', 'placedBy', 'liftedAt', 'liftedBy', 'liftReason']}
      fixed={{ deviceId: row.id }}
    />
  )
}
