import type { ReactNode } from 'react'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { OrderReservations } from '#src/features/place/public/order-reservations.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Parts } from '#src/kit/parts.tsx'
import type { Allows } from '#src/kit/record/act-bar.tsx'

/** Only what waits for a team is taken over. */
const allows: Allows = (row, name) => name !== 'takeOver' || (Boolean(row.teamId) && !row.assigneeId)

/** Maintenance orders, each with the parts that are kept for it and what other modules know of it. */
export function OrderPage(): ReactNode {
  return (
    <EntityPage
      of={maintainOrder}
      allows={allows}
      more={(row) => (
        <>
          <OrderReservations link="maintenance" row={row} title={String(row.orderNo)} />
          <Parts at="maintenance.more" given={{ row }} />
        </>
      )}
    />
  )
}
