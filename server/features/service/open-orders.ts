import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { orderHandOver } from '#contract/entities/service/repair-rules.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { refuseUnable } from '#server/features/identity/public.ts'
import { notify } from '#server/features/notice/public.ts'
import { moveAll, type OpenWork } from '#server/kit/steps/open-work.ts'

const open: ReadonlySet<string> = new Set(openRepairStates)

/** The open orders of an engineer. */
export const openOrders: OpenWork = {
  of: repairOrder,
  rule: orderHandOver,
  as: 'repairOrders',
  states: repairOrder.fields.repairStatus.of,
  waitingSql: (into, tenant, users) => `
    select o.id, o.order_no || coalesce(' ' || d.device_name, '') as title, o.repair_status as state, o.engineer_id as user_id
    from repair_order o left join device d on d.tenant_id = o.tenant_id and d.id = o.device_id
    where o.tenant_id = ${tenant} and o.engineer_id = any(${users}::uuid[]) and not o.is_deleted and o.repair_status = any(${into.add(openRepairStates)}::text[])`,
  async handOver(given) {
    const { context, tx, to } = given
    const rows = await moveAll(given, repairOrder, 'engineer', (row) => open.has(String(row.repair_status)))
    if (rows.length === 0) return 0
    await refuseUnable(repairFlow.steps.accept.may, tx, to.id, {
      zh: '待交接的有维修工单，接手人的角色不能维修',
      en: 'Repair orders are to be handed over, but the colleague’s role cannot repair',
    })
    for (const order of rows)
      notify(context, tx, {
        kind: 'repair_assigned',
        subject: String(order.order_no),
        target: 'repairOrder',
        targetId: String(order.id),
        to: { users: [String(to.id)] },
      })
    return rows.length
  },
}
