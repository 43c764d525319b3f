import { proposalPosting } from '#contract/entities/maintenance/maintain-rules.ts'
import { proposing } from '#contract/entities/maintenance/risk/risk-flow.ts'
import { riskScheme } from '#contract/entities/maintenance/risk/risk-scheme.ts'
import { riskScore } from '#contract/entities/maintenance/risk/risk-score.ts'
import { usualBands } from '#contract/entities/maintenance/risk/score.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { actingAlone } from '#server/kit/access/as-system.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { refreshAll } from './refresh-proposals.ts'

/** Points of the chapters of the catalogue that the demo devices are filed under: function, risk, maintenance, and the manual's cycle in months. */
const chapters: Readonly<Record<string, readonly [number, number, number, number?]>> = {
  '06': [6, 3, 4],
  '07': [7, 3, 3],
  '08': [10, 5, 4],
  '10': [10, 5, 5],
  '11': [4, 4, 5],
  '14': [9, 4, 3],
  '22': [5, 2, 3, 12],
}

/** Bands, points of classes and of single devices, and the proposals that follow: most to decide, some accepted or refused. */
export async function demoRisk(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go } = demoActs(tx, ground)
  const bands = usualBands.map(({ fromPoints, cycle }) => ({ fromPoints, planCycle: cycle.count, planCycleUnit: cycle.unit }))
  await add('manager', riskScheme, { schemeName: '全院风险分级', bands })
  const { rows: classes } = await tx.run({
    text: 'select id, class_code from device_class where tenant_id = $1 and class_code = any($2::text[]) order by class_code',
    values: [tx.tenantId, Object.keys(chapters)],
  })
  for (const { id, class_code: code } of classes) {
    const [functionPoints, riskPoints, maintenancePoints, months] = chapters[String(code)]!
    const manual = months === undefined ? {} : { manualCycle: months, manualCycleUnit: 'month' }
    await add('manager', riskScore, { classifyId: id, functionPoints, riskPoints, maintenancePoints, ...manual })
  }
  const { rows: ventilators } = await tx.run({
    text: `select id from device where tenant_id = $1 and not is_deleted and device_name like '%呼吸机%' order by device_code limit 2`,
    values: [tx.tenantId],
  })
  for (const { id } of ventilators)
    await add('manager', riskScore, { scoreSubject: 'device', deviceId: id, functionPoints: 10, riskPoints: 5, maintenancePoints: 5 })
  await refreshAll(actingAlone(proposalPosting), tx, homeDay(new Date()))
  const { rows: proposals } = await tx.run({
    text: `select id from risk_proposal where tenant_id = $1 and proposal_kind = 'first' and proposal_state = 'open' and not is_deleted order by points desc, id limit 4`,
    values: [tx.tenantId],
  })
  for (const [at, { id }] of proposals.entries())
    if (at < 2) await go('manager', proposing, 'accept', String(id), { leadDays: 7, assigneeId: ground.users.get('engineer') })
    else await go('manager', proposing, 'refuse', String(id), { reason: '年内计划更新，暂不列入保养计划' })
}
