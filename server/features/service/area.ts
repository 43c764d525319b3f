import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import type { ServerArea } from '#server/kit/area.ts'
import { demoHistory } from './demo-history.ts'
import { demoRepairs } from './demo-repairs.ts'
import { openOrders } from './open-orders.ts'
import { repairAnswers } from './repair-answers.ts'
import './repair-hooks.ts'
import './repair-steps.ts'

export const serviceServer: ServerArea = {
  name: 'service',
  answers: repairAnswers,
  demo: demoRepairs,
  demoHistory,
  // The repairs of a card stay beside it, so that who sees the card sees what was done to it.
  deptHoldings: [{ of: repairOrder, field: 'useDept', keeps: { open: `p.repair_status = any(array['${openRepairStates.join("','")}'])` } }],
  openWork: [openOrders],
}
