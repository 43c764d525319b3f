import type { ReactNode } from 'react'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'

/** The verifications and calibrations of a device. */
export function DeviceMetrology({ row }: { readonly row: Row }): ReactNode {
  return (
    <RelatedRows
      of={metrologyRecord}
      columns={['recordNo', 'recordStatus', 'measureKind', 'result', 'measuredOn', 'certificateNo', 'validUntil', 'cost']}
      fixed={{ deviceId: row.id }}
      initial={{ deviceId: row.id, deviceName: row.deviceName }}
    />
  )
}
