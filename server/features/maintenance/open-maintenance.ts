import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { maintainHandOver } from '#contract/entities/maintenance/maintain-rules.ts'
import { openMaintainStates } from '#contract/entities/maintenance/maintain-states.ts'
import { refuseUnable } from '#server/features/identity/public.ts'
import { type OpenWork, ownWork } from '#server/kit/steps/open-work.ts'

const own = ownWork({
  of: maintainOrder,
  rule: maintainHandOver,
  as: 'maintainOrders',
  person: 'assignee',
  state: 'orderState',
  open: openMaintainStates,
  about: 'device',
})

/** The open maintenance of an engineer. */
export const openMaintenance: OpenWork = {
  ...own,
  async handOver(given) {
    const count = await own.handOver(given)
    if (count === 0) return 0
    await refuseUnable(maintaining.steps.start.may, given.tx, given.to.id, {
      zh: '待交接的有保养工单，接手人的角色不能保养',
      en: 'Maintenance orders are to be handed over, but the colleague’s role cannot maintain devices',
    })
    return count
  },
}
