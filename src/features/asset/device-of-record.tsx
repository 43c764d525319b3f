import type { ReactNode } from 'react'
import { device } from '#contract/entities/asset/device/device.ts'
import { useDetail } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { DeviceHeader } from './device-header.tsx'

/** The device that another record is about, above it; nothing for a card outside the person's scope. */
export function DeviceOfRecord({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { view } = useView(device)
  const { data } = useDetail(device, deviceId)
  return view && data ? <DeviceHeader view={view} row={data} isCompact /> : null
}
