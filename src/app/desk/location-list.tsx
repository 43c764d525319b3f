import type { ReactNode } from 'react'
import { LabelButton } from '#src/features/label/label-button.tsx'
import { LocationPage } from '#src/features/place/location-page.tsx'

/** Places with what the other areas offer for them. */
export function LocationList(): ReactNode {
  return <LocationPage listActions={(selected, fixed) => <LabelButton kind="room" selected={selected} fixed={fixed} />} />
}
