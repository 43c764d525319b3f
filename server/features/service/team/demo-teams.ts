import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { serviceTeam } from '#contract/entities/service/team/service-team.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** Two teams; one of them has a repair that no member has taken over yet. */
export async function demoTeams(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const [engineer, manager] = [ground.users.get('engineer'), ground.users.get('manager')]
  const teamId = await add('manager', serviceTeam, {
    ...{ teamName: '生命支持设备组', leaderId: engineer, members: [engineer, manager], workKinds: ['repair', 'maintenance'] },
    remark: '呼吸机、监护仪、除颤仪',
  })
  await add('manager', serviceTeam, {
    ...{ teamName: '巡检计量组', leaderId: manager, members: [manager, engineer], workKinds: ['inspection', 'quality', 'metrology'] },
  })
  const { rows } = await tx.run({
    text: `select id from repair_order where tenant_id = $1 and repair_status = 'reported' and urgency = 'normal' and not is_deleted order by reported_at limit 1`,
    values: [tx.tenantId],
  })
  for (const { id } of rows) await go('manager', repairFlow, 'assignTeam', String(id), { teamId })
  await settle()
}
