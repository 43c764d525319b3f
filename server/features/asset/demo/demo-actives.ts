import { deviceActivating, deviceCardActive } from '#contract/entities/asset/device/device-card-active.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

const asked = [
  { reason: '科室新增床位，申请启用', decision: null },
  { reason: '替代送修设备', decision: '检修完成后再启用' },
] as const

/** People ask that sealed devices are used again: one request is open, one was refused. */
export async function demoActives(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const { rows } = await tx.run({
    text: `select id from device where tenant_id = $1 and filing_status = 'filed' and eam_status = 'idle' and coalesce(cardinality(stop_kinds), 0) = 0 and not is_deleted
      order by device_code limit ${asked.length}`,
    values: [tx.tenantId],
  })
  for (const [at, { id }] of rows.entries()) {
    const { reason, decision } = asked[at]!
    const request = await add('manager', deviceCardActive, { deviceId: id, reason })
    if (decision) await go('manager', deviceActivating, 'refuse', request, { decision })
  }
  await settle()
}
