import { v7 as uuid } from 'uuid'
import { device } from '#contract/entities/asset/device/device.ts'
import { riskProposal } from '#contract/entities/maintenance/risk/risk-proposal.ts'
import { pointsText } from '#contract/entities/maintenance/risk/score.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { type Ground, groundOf, type Judged, judgeDevices } from './risk-facts.ts'

/** The lock under which proposals are made, one run of a hospital after the other. */
export const proposalLock = 'risk proposals'

/** Devices that are judged at once. */
const pageSize = 2000

/** What a proposal says, by column. */
export const columnsOf = ({ score, history, proposed, kind, present, classifyId }: Judged): Row => ({
  classify_id: classifyId ?? null,
  proposal_kind: kind,
  present_cycle: present?.cycle.count ?? null,
  present_cycle_unit: present?.cycle.unit ?? null,
  proposed_cycle: proposed.cycle?.count ?? null,
  proposed_cycle_unit: proposed.cycle?.unit ?? null,
  interval_from: proposed.reason,
  points: score.points,
  points_text: pointsText(score),
  function_points: score.functionPoints,
  risk_points: score.riskPoints,
  maintenance_points: score.maintenancePoints,
  incident_points: score.incidentPoints,
  failures: history.failures,
  adverse_events: history.adverseEvents,
  plan_id: present?.planId ?? null,
})

/** Proposals of these devices: the open one of each, and the newest refused one. */
const standing = `select * from (
    select distinct on (device_id, proposal_state) * from risk_proposal
    where tenant_id = $1 and device_id = any($2::uuid[]) and proposal_state in ('open', 'refused') and not is_deleted
    order by device_id, proposal_state, created_at desc, id desc) x`

/** Brings the open proposals of these devices up to a day; a refused one is made again when the score is another one. */
async function refreshSome(by: Acting, tx: Transaction, ground: Ground, ids: readonly unknown[], today: string): Promise<void> {
  const judged = new Map((await judgeDevices(tx, ground, ids, today)).map((one) => [one.deviceId, one]))
  const { rows } = await tx.run({ text: standing, values: [tx.tenantId, ids] })
  const open = new Map(rows.filter((row) => row.proposal_state === 'open').map((row) => [row.device_id, row]))
  const refused = new Map(rows.filter((row) => row.proposal_state === 'refused').map((row) => [row.device_id, row]))
  const isRefused = (one: Judged): boolean => refused.get(one.deviceId)?.points === one.score.points
  const wanted = [...judged.values()].filter((one) => !isRefused(one))
  const locked = (
    await lockByRule(
      riskProposal,
      by,
      tx,
      [...open.values()].map((row) => row.id),
    )
  ).filter((row) => row.proposal_state === 'open' && !row.is_deleted)
  const kept = new Map(wanted.map((one) => [one.deviceId, one]))
  const changed = locked.flatMap((row) => {
    const one = kept.get(String(row.device_id))
    const next = one && columnsOf(one)
    // Also the plan and the history that it names: it is accepted about this plan, and people read these numbers.
    if (!next || Object.entries(next).every(([name, value]) => (row[name] ?? null) === value)) return []
    return [
      {
        row,
        set: next,
        changes: { points: { from: row.points, to: next.points }, proposedCycle: { from: row.proposed_cycle, to: next.proposed_cycle } },
      },
    ]
  })
  await writeRows(riskProposal, by, tx, { verb: 'change' }, changed)
  const gone = locked.filter((row) => !kept.has(String(row.device_id)))
  const changes = { isDeleted: { from: false, to: true } }
  await writeRows(
    riskProposal,
    by,
    tx,
    { verb: 'remove' },
    gone.map((row) => ({ row, set: { is_deleted: true }, changes })),
  )
  const added = wanted
    .filter((one) => !open.has(one.deviceId))
    .map((one) => ({
      ...{ id: uuid(), device_id: one.deviceId, proposal_title: '', proposal_state: 'open', ...columnsOf(one) },
      ...{ created_by: by.actor.userId, updated_by: by.actor.userId },
    }))
  if (added.length === 0) return
  await tx.run(insertAll('risk_proposal', tx.tenantId, added))
  recordMany(
    by,
    tx,
    { entity: riskProposal.name, verb: 'add' },
    added.map(({ id, points }: Row) => ({ entityId: String(id), version: 1, changes: { points: { from: null, to: points } } })),
  )
  await gatherStatistics(tx, added.length, [riskProposal])
}

/**
 * Brings the proposals of a hospital up to a day, device by device in pages. The caller holds the lock of proposals. `seenBy`: of the devices that this
 * person sees alone.
 */
export async function refreshAll(by: Acting, tx: Transaction, today: string, seenBy?: Actor): Promise<void> {
  const ground = await groundOf(tx)
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    // Removed devices are among them: what was proposed for them goes.
    const into = new Parameters()
    const [tenant, last, most] = [into.add(tx.tenantId), into.add(after), into.add(pageSize)]
    const scope = seenBy && scopeSql(device, seenBy, 'd', into)
    const { rows } = await tx.run({
      text: `select d.id from device d where d.tenant_id = ${tenant} and d.id > ${last}::uuid${scope ? ` and ${scope}` : ''} order by d.id limit ${most}`,
      values: into.values,
    })
    if (rows.length === 0) return
    await refreshSome(
      by,
      tx,
      ground,
      rows.map((row) => row.id),
      today,
    )
    after = String(rows.at(-1)!.id)
  }
}
