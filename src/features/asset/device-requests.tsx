import type { ReactNode } from 'react'
import { cardFieldUpdate } from '#contract/entities/asset/card-field-update.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'

/** The change requests of a device. */
export function DeviceRequests({ row }: { readonly row: Row }): ReactNode {
  return <RelatedRows of={cardFieldUpdate} fixed={{ deviceId: row.id }} initial={{ deviceId: row.id, deviceName: row.deviceName }} />
}
