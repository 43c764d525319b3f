import { devicePlan } from '#contract/entities/maintenance/device-plan.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { openMaintainStates } from '#contract/entities/maintenance/maintain-states.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { demoMaintenance } from './demo-maintenance.ts'
import { maintainAnswers } from './maintain-answers.ts'
import { maintainOrders, maintainReminders } from './maintain-jobs.ts'
import { openMaintenance } from './open-maintenance.ts'
import { riskAnswers, riskProposals } from './risk/risk-answers.ts'
import { yearAnswers } from './year-ahead.ts'
import './card-hooks.ts'
import './gone-devices.ts'
import './maintain-steps.ts'
import './meters/meter-hooks.ts'
import './order-hooks.ts'
import './plan-hooks.ts'
import './risk/risk-hooks.ts'
import './risk/risk-steps.ts'

export const maintenanceServer: ServerModule = {
  name: 'maintenance',
  answers: [...maintainAnswers, ...riskAnswers, ...yearAnswers],
  deptHoldings: [
    { of: maintainOrder, field: 'useDept', keeps: { open: `p.order_state = any(array['${openMaintainStates.join("','")}'])` } },
    { of: devicePlan, field: 'useDept' },
  ],
  openWork: [openMaintenance],
  demoHistory: demoMaintenance,
  jobs: [maintainOrders, maintainReminders, riskProposals],
}
