import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { device } from '#contract/entities/asset/device.ts'
import { devicePart } from '#contract/entities/asset/device-part.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { RelatedList, RelatedRows } from '#src/kit/record/related-list.tsx'

/** The parts of a device, and the devices that are attached to it. */
export function DeviceParts({ row }: { readonly row: Row }): ReactNode {
  const navigate = useNavigate()
  const below = useList(device, { parentId: row.id, current: 1, size: 1 })
  return (
    <>
      {(below.data?.total ?? 0) > 0 && (
        <RelatedList
          of={device}
          title={{ zh: '附属设备', en: 'Attached devices' }}
          fixed={{ parentId: row.id }}
          onOpen={(one) => void navigate(`/eam/device/${one.id}`)}
        />
      )}
      <RelatedRows of={devicePart} fixed={{ deviceId: row.id }} initial={{ deviceId: row.id, deviceName: row.deviceName }} />
    </>
  )
}
