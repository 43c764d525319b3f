import type { ReactNode } from 'react'
import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'
import { AttachedDevices } from './attached-devices.tsx'

/** The parts of a device, and the devices that are attached to it. */
export function DeviceParts({ row }: { readonly row: Row }): ReactNode {
  return (
    <>
      <AttachedDevices row={row} />
      <RelatedRows of={devicePart} fixed={{ deviceId: row.id }} initial={{ deviceId: row.id, deviceName: row.deviceName }} />
    </>
  )
}
