import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { maintainHandOver } from '#contract/entities/maintenance/maintain-rules.ts'
import { openMaintainStates } from '#contract/entities/maintenance/maintain-states.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type OpenWork, ownWork } from '#server/kit/steps/open-work.ts'
import { mayMaintain } from './maintain-people.ts'

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
    const { rows } = await given.tx.run({
      text: `select 1 from app_user t where t.tenant_id = $1 and t.id = $2 and ${mayMaintain}`,
      values: [given.tx.tenantId, given.to.id],
    })
    if (rows.length === 0)
      throw new Refusal('rule', {
        zh: '待交接的有保养工单，接手人的角色不能保养',
        en: 'Maintenance orders are to be handed over, but the colleague’s role cannot maintain devices',
      })
    return count
  },
}
