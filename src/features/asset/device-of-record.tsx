import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { device } from '#contract/entities/asset/device/device.ts'
import { useDetail } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { DeviceHeader } from './device-header.tsx'
import { deviceOfRecordHeight } from './device-of-record-height.ts'

/** The device that another record is about, above it; nothing for a card outside the person's scope. */
export function DeviceOfRecord({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { view } = useView(device)
  const { data, error } = useDetail(device, deviceId)
  if (error && !data) return null
  if (!view || !data)
    return (
      <section className="eam-panel" style={{ height: deviceOfRecordHeight }} aria-busy>
        <Skeleton active title={{ width: '30%' }} paragraph={{ rows: 2 }} />
      </section>
    )
  return <DeviceHeader view={view} row={data} isCompact />
}
