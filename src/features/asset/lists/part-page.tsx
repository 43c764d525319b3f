import type { ReactNode } from 'react'
import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { partReservation } from '#contract/entities/place/part-reservation.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'

/** Device parts; a part in stock has its reservations. */
export function PartPage(): ReactNode {
  const maySee = useRight('partReservation.list')
  return (
    <EntityPage
      of={devicePart}
      more={(row) =>
        maySee && (
          <RelatedList
            of={partReservation}
            fixed={{ partId: row.id }}
            initial={{ partId: row.id, partName: row[devicePart.title] }}
            columns={['purpose', 'quantity', 'neededOn', 'reservationStatus']}
          />
        )
      }
    />
  )
}
