import type { ReactNode } from 'react'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { deviceMeter } from '#contract/entities/maintenance/meters/device-meter.ts'
import { meterReading } from '#contract/entities/maintenance/meters/meter-reading.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'

/** The maintenance schedules and orders of a device, and what its counters show. */
export function DeviceMaintenance({ row }: { readonly row: Row }): ReactNode {
  const given = { fixed: { deviceId: row.id }, initial: { deviceId: row.id, deviceName: row.deviceName } } as const
  return (
    <>
      <RelatedRows
        of={maintainCard}
        columns={['plan', 'nextDue', 'meterDue', 'expectedOn', 'lastDone', 'openOrder', 'pause', 'missedCount']}
        {...given}
      />
      <RelatedRows
        of={maintainOrder}
        columns={['orderNo', 'orderState', 'plan', 'dueDate', 'assignee', 'doneOn', 'result', 'totalCost']}
        {...given}
      />
      <RelatedRows of={deviceMeter} columns={['meterKind', 'reading', 'total', 'readOn', 'perDay', 'source']} {...given} />
      <RelatedRows of={meterReading} columns={['meterKind', 'readOn', 'reading', 'total', 'source', 'isReplaced', 'reason']} {...given} />
    </>
  )
}
