import type { ReactNode } from 'react'
import { measureRecord } from '#contract/entities/service/measure-record.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'

/** The verifications and calibrations of a device. */
export function DeviceMeasures({ row }: { readonly row: Row }): ReactNode {
  return (
    <RelatedRows
      of={measureRecord}
      columns={['recordNo', 'recordStatus', 'measureKind', 'result', 'measuredOn', 'certificateNo', 'validUntil', 'cost']}
      fixed={{ deviceId: row.id }}
      initial={{ deviceId: row.id, deviceName: row.deviceName }}
    />
  )
}
