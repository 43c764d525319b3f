import type { ReactNode } from 'react'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'

/** The maintenance schedules and orders of a device. */
export function DeviceMaintenance({ row }: { readonly row: Row }): ReactNode {
  const given = { fixed: { deviceId: row.id }, initial: { deviceId: row.id, deviceName: row.deviceName } } as const
  return (
    <>
      <RelatedRows of={maintainCard} columns={['plan', 'nextDue', 'lastDone', 'openOrder', 'pause', 'missedCount']} {...given} />
      <RelatedRows
        of={maintainOrder}
        columns={['orderNo', 'orderState', 'plan', 'dueDate', 'assignee', 'doneOn', 'result', 'totalCost']}
        {...given}
      />
    </>
  )
}
