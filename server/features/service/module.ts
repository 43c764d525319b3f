import { serviceContract } from '#contract/entities/service/contracts/service-contract.ts'
import { serviceInvoice } from '#contract/entities/service/contracts/service-invoice.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { onCallRota } from '#contract/entities/service/oncall/on-call-rota.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { serviceOrder } from '#contract/entities/service/service-order.ts'
import { serviceTeam } from '#contract/entities/service/team/service-team.ts'
import type { ServerModule } from '#server/kit/module.ts'
import { availabilityAnswers } from './availability-answers.ts'
import { contractDays, tellContracts } from './contracts/contract-jobs.ts'
import { coverAnswers } from './contracts/cover-answers.ts'
import { demoContracts } from './contracts/demo-contracts.ts'
import { demoHistory } from './demo-history.ts'
import { demoRepairs } from './demo-repairs.ts'
import { dispatchAnswers } from './dispatch/dispatch-answers.ts'
import { planAnswers } from './dispatch/plan-answers.ts'
import { demoLabelReports } from './label/demo-reports.ts'
import { labelReportJob } from './label/report-job.ts'
import { demoMeasures } from './metrology/demo-metrology.ts'
import { metrologyAnswers } from './metrology/metrology-answers.ts'
import { metrologyDue, metrologyStops } from './metrology/metrology-due.ts'
import { historyCheck } from './metrology/metrology-history.ts'
import { openingAnswers } from './metrology/metrology-opening.ts'
import { metrologyPlanAnswers } from './metrology/metrology-plan.ts'
import { demoOnCall } from './oncall/demo-on-call.ts'
import { onCallAnswers } from './oncall/on-call-answers.ts'
import { onCallJob } from './oncall/on-call-jobs.ts'
import { ledRotas, shiftsToCome } from './oncall/on-call-work.ts'
import { openOrders } from './open-orders.ts'
import { repairAnswers } from './repair-answers.ts'
import { pastRepairCheck } from './repair-history.ts'
import { demoSharing } from './sharing/demo-sharing.ts'
import { messageAnswers } from './sharing/order-messages.ts'
import { sharingAnswers } from './sharing/sharing-answers.ts'
import { demoTeams } from './team/demo-teams.ts'
import { ledTeams } from './team/team-work.ts'
import './availability-amounts.ts'
import './contracts/contract-hooks.ts'
import './contracts/contract-steps.ts'
import './contracts/invoice-steps.ts'
import './contracts/repair-cover.ts'
import './label/report-steps.ts'
import './metrology/metrology-hooks.ts'
import './metrology/metrology-steps.ts'
import './oncall/on-call-hooks.ts'
import './repair-hooks.ts'
import './repair-steps.ts'
import './sharing/agreed-fields.ts'
import './sharing/card-proposals.ts'
import './sharing/end-shares.ts'
import './sharing/share-order.ts'
import './sharing/share-steps.ts'
import './team/team-hooks.ts'

export const serviceServer: ServerModule = {
  name: 'service',
  rowChecks: [historyCheck, pastRepairCheck],
  answers: [
    ...repairAnswers,
    ...availabilityAnswers,
    ...metrologyAnswers,
    ...metrologyPlanAnswers,
    ...openingAnswers,
    ...sharingAnswers,
    ...messageAnswers,
    ...dispatchAnswers,
    ...planAnswers,
    ...coverAnswers,
    ...onCallAnswers,
  ],
  demo: demoRepairs,
  demoHistory: async (tx, ground) => {
    await demoHistory(tx, ground)
    await demoMeasures(tx, ground)
    await demoSharing(tx, ground)
    await demoLabelReports(tx, ground)
    await demoTeams(tx, ground)
    await demoOnCall(tx, ground)
    await demoContracts(tx, ground)
  },
  // The repairs of a card stay beside it, so that who sees the card sees what was done to it.
  deptHoldings: [
    { of: repairOrder, field: 'useDept', keeps: { open: `p.repair_status = any(array['${openRepairStates.join("','")}'])` } },
    { of: metrologyRecord, field: 'useDept' },
    { of: serviceOrder, field: 'useDept' },
    { of: serviceTeam, field: 'dept' },
    { of: serviceContract, field: 'dept' },
    { of: serviceInvoice, field: 'dept' },
    // A department has one rota: the other one keeps its own.
    {
      of: onCallRota,
      field: 'depts',
      where: (to) =>
        `not exists (select 1 from dept d join on_call_rota o on o.tenant_id = d.tenant_id and d.id = any(o.depts) where d.id = ${to} and coalesce(o.is_inactive, 0) = 0 and not o.is_deleted)`,
    },
  ],
  openWork: [openOrders, ledTeams, shiftsToCome, ledRotas],
  jobs: [metrologyStops, metrologyDue, labelReportJob, contractDays, tellContracts, onCallJob],
}
