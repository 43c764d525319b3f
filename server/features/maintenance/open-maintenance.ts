import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { maintainHandOver } from '#contract/entities/maintenance/maintain-rules.ts'
import { openMaintainStates } from '#contract/entities/maintenance/maintain-states.ts'
import { ownWork } from '#server/kit/steps/open-work.ts'

/** The open maintenance of an engineer. */
export const openMaintenance = ownWork({
  of: maintainOrder,
  rule: maintainHandOver,
  as: 'maintainOrders',
  person: 'assignee',
  state: 'orderState',
  open: openMaintainStates,
  title: `o.order_no || coalesce(' ' || d.device_name, '')`,
  joins: ' left join device d on d.tenant_id = o.tenant_id and d.id = o.device_id',
})
