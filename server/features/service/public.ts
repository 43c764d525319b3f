import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { apply } from '#server/kit/steps/step.ts'

/**
 * A locked card came back into repair, such as one that was missing: it leaves repair again when the orders that stopped it have all ended meanwhile. A
 * card that no report stopped stays as it is.
 */
export async function endRepairState(context: Context, tx: Transaction, card: Row): Promise<void> {
  if (card.eam_status !== 'repairing') return
  const { rows } = await tx.run({
    text: `select (select e.verb from audit_event e where e.tenant_id = $1 and e.entity = $3 and e.entity_id = $2 and e.field = $4 and e.undoes is null
        and not exists (select 1 from audit_event u where u.tenant_id = e.tenant_id and u.undoes = e.id) order by e.version desc nulls last, e.id desc limit 1) as standing,
      exists (select 1 from repair_order o where o.tenant_id = $1 and o.device_id = $2 and o.is_stopped = 1 and o.repair_status = any($5::text[]) and not o.is_deleted) as open,
      (select o.repair_status from repair_order o where o.tenant_id = $1 and o.device_id = $2 and o.closed_at is not null and not o.is_deleted order by o.closed_at desc limit 1) as ended`,
    values: [tx.tenantId, card.id, deviceState.entity, deviceState.field, [...openRepairStates]],
  })
  const { standing, open, ended } = rows[0]!
  if (open || standing !== 'breakDown') return
  await apply(deviceState, ended === 'done' ? 'acceptRepair' : 'cancelRepair', context, tx, card)
}

/** For modules that look at what happened to devices, and at what the law asks of them. */
export { failuresOf, verificationCycles } from './device-reads.ts'
/** For modules whose acts end a device. */
export { endRepairs, lockRepairsOf } from './end-repairs.ts'
/** For previews of the work to come. */
export { cardsAhead, endsIn, metrologyDays } from './metrology/metrology-ahead.ts'
/** For alarms of a device whose repair is open. */
export { alarmOnRepair } from './oncall/call-report.ts'
/** For modules whose documents open repairs. */
export { openRepair } from './open-repair.ts'
/** For modules whose orders are given to teams. */
export { isTeamOpen, peopleOfTeams, refuseNonMember, refuseTaken, teamFor, teamsOf } from './team/team.ts'
