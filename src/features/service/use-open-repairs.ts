import { openRepairs } from '#contract/calls/repair.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { useCall, useList } from '#src/data/hooks.ts'
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

/** The open repairs of a device: of those who report also orders outside their scope, without names; else those of the person's list. */
export function useOpenRepairs(deviceId: string): readonly OpenRepair[] {
  const mayReport = useRight(openRepairs.may)
  const mayList = useRight('repairOrder.list')
  const told = useCall(openRepairs, { deviceId }, mayReport)
  const listed = useList<OpenRepair>(
    repairOrder,
    !mayReport && mayList ? { deviceId, repairStatus: openRepairStates.join(), columns, current: 1, size: 20 } : undefined,
  )
  return (mayReport ? told.data : listed.data?.records) ?? []
}
