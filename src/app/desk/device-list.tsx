import type { ReactNode } from 'react'
import { DevicePage } from '#src/features/asset/device-page.tsx'
import { ImportButton } from '#src/features/import/import-button.tsx'
import { LabelButton } from '#src/features/label/label-button.tsx'

/** The list of device cards with what the other areas offer for it. */
export function DeviceList(): ReactNode {
  return (
    <DevicePage
      listActions={(selected) => (
        <>
          <ImportButton into="device" />
          <LabelButton kind="device" selected={selected} />
        </>
      )}
    />
  )
}
