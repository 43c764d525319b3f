import type { ReactNode } from 'react'
import type { FamilyRow, PhoneFamily } from '#src/kit/phone/family/phone-family.ts'
import { isGone, withDevices } from './with-devices.ts'

/** On the page of a row: the code of its device, and where that stands. */
export function PlaceOfDevice({ row }: { readonly row: FamilyRow }): ReactNode {
  const place = [row.deviceCode, row.locationName].filter(Boolean).join(' · ')
  return place ? <p className="ph-quiet">{place}</p> : null
}

/** What rows of devices have in common on phones: code and place of the device, which is still there. */
export const ofDevices = {
  lines: ['deviceCode', 'useDept', 'locationName'],
  complete: withDevices,
  isShown: (row) => !isGone(row),
  About: PlaceOfDevice,
} as const satisfies Partial<PhoneFamily>
