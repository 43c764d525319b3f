import type { ReactNode } from 'react'
import { partReservation } from '#contract/entities/place/part-reservation.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { RelatedList } from '#src/kit/record/related-list.tsx'

interface Props {
  /** The link of reservations to the order. */
  readonly link: 'repair' | 'maintenance'
  readonly row: Row
  readonly title: string
}

/** Parts that are kept for an order, taken with its end. */
export function OrderReservations({ link, row, title }: Props): ReactNode {
  if (!useRight('partReservation.list')) return null
  return (
    <RelatedList
      of={partReservation}
      fixed={{ [`${link}Id`]: row.id }}
      initial={{ purpose: title, [`${link}Id`]: row.id, [`${link}Name`]: title, deviceId: row.deviceId, deviceName: row.deviceName }}
      columns={['part', 'quantity', 'neededOn', 'reservationStatus']}
    />
  )
}
