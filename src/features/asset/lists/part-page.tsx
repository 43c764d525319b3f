import type { ReactNode } from 'react'
import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { partMovement } from '#contract/entities/place/part-movement.ts'
import { partReservation } from '#contract/entities/place/part-reservation.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'

const used = { zh: '用于工单', en: 'Used on orders' } as const

/** Device parts; a part in stock has its reservations, and the orders that it was used on. */
export function PartPage(): ReactNode {
  const maySee = useRight('partReservation.list')
  const mayTrace = useRight('partMovement.list')
  return (
    <EntityPage
      of={devicePart}
      more={(row) => (
        <>
          {maySee && (
            <RelatedList
              of={partReservation}
              fixed={{ partId: row.id }}
              initial={{ partId: row.id, partName: row[devicePart.title] }}
              columns={['purpose', 'quantity', 'repair', 'maintenance', 'neededOn', 'reservationStatus']}
            />
          )}
          {mayTrace && (
            <RelatedList
              of={partMovement}
              title={used}
              fixed={{ partId: row.id, movementKind: 'repair,maintenance,return' }}
              columns={['movementKind', 'quantity', 'repair', 'maintenance', 'createTime']}
            />
          )}
        </>
      )}
    />
  )
}
