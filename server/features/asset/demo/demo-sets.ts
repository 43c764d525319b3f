import { deviceSet } from '#contract/entities/asset/sets/device-set.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

const sets = [
  { setName: '抢救车（成人）', remark: '每班交接时核对，封条完整' },
  { setName: '转运监护套组', remark: '转运危重患者时整套带走' },
] as const

/** Two sets: the devices of a room that are used together. */
export async function demoSets(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, settle } = demoActs(tx, ground)
  const { rows } = await tx.run({
    text: `select use_dept_id, location_id, min(keeper_id::text) as keeper_id, (array_agg(id order by device_code))[1:5] as ids from device
      where tenant_id = $1 and filing_status = 'filed' and eam_status = 'in_use' and parent_id is null and stop_kinds is null
        and use_dept_id is not null and location_id is not null and not is_deleted
      group by use_dept_id, location_id having count(*) >= 4 order by min(device_code) limit ${sets.length}`,
    values: [tx.tenantId],
  })
  for (const [at, row] of rows.entries())
    await add('manager', deviceSet, {
      ...sets[at]!,
      ...{ deptId: row.use_dept_id, locationId: row.location_id, keeperId: row.keeper_id },
      members: (row.ids as string[]).map((deviceId) => ({ deviceId })),
    })
  await settle()
}
