import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Row } from '#src/data/hooks.ts'
import { RelatedRows } from '#src/kit/record/related-list.tsx'
import { RepairsByYear } from './repairs-by-year.tsx'
import { ServiceCosts } from './service-costs.tsx'

/** What the service of a device has cost over its life, its repairs by year, how long it could not be used, and its orders. */
export function DeviceRepairs({ row }: { readonly row: Row }): ReactNode {
  const navigate = useNavigate()
  return (
    <>
      <ServiceCosts row={row} />
      <RepairsByYear deviceId={row.id} />
      <RelatedRows
        of={repairOrder}
        columns={[
          'orderNo',
          'repairStatus',
          'faultDescription',
          'faultKind',
          'isStopped',
          'reportedAt',
          'engineer',
          'finishedAt',
          'totalCost',
        ]}
        fixed={{ deviceId: row.id }}
        onOpen={(order) => void navigate(`/eam/repair/${order.id}`)}
      />
    </>
  )
}
