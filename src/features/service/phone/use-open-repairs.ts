import { openRepairs } from '#contract/calls/service/repair.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { type ListRow, useCall, useList } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'

/** An open order as far as the person may know it; `id` only where they may open it. */
export interface OpenRepair {
  readonly id: string | null
  readonly orderNo: string
  readonly repairStatus: string
  readonly repairStatusValue: string
  readonly reportedAt: string
  readonly isStopped: number | null
  readonly reporterName: string | null
  readonly engineerName: string | null
}

const columns = ['orderNo', 'repairStatus', 'reportedAt', 'isStopped', 'reporterId', 'engineerId'].join()

/** A row of the list with the columns that are asked for. */
const openRepairOf = (row: ListRow<typeof repairOrder>): OpenRepair => ({
  id: row.id,
  orderNo: row.orderNo ?? '',
  repairStatus: row.repairStatus ?? '',
  repairStatusValue: row.repairStatusValue ?? '',
  reportedAt: row.reportedAt ?? '',
  isStopped: row.isStopped ?? null,
  reporterName: row.reporterName ?? null,
  engineerName: row.engineerName ?? null,
})

/** The open repairs of a device: of those who report also orders outside their scope, without names; else those of the person's list. */
export function useOpenRepairs(deviceId: string): readonly OpenRepair[] {
  const mayReport = useRight(openRepairs.may)
  const mayList = useRight('repairOrder.list')
  const openOnes = useCall(openRepairs, { deviceId }, mayReport)
  const listed = useList(
    repairOrder,
    !mayReport && mayList ? { deviceId, repairStatus: openRepairStates.join(), columns, current: 1, size: 20 } : undefined,
  )
  return (mayReport ? openOnes.data : listed.data?.records.map(openRepairOf)) ?? []
}
