import type { ReactNode } from 'react'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { OrderReservations } from '#src/features/place/public/order-reservations.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Parts } from '#src/kit/parts.tsx'

/** Maintenance orders, each with the parts that are kept for it and what other modules know of it. */
export function OrderPage(): ReactNode {
  return (
    <EntityPage
      of={maintainOrder}
      more={(row) => (
        <>
          <OrderReservations link="maintenance" row={row} title={String(row.orderNo)} />
          <Parts at="maintenance.more" given={{ row }} />
        </>
      )}
    />
  )
}
