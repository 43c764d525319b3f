import { deviceDraft } from '#contract/entities/asset/drafts/device-draft.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

const captured = [
  { deviceName: '注射泵', deviceModel: 'SP-50 Pro', sn: 'SPA2604117', labelCode: 'XZ-0301', assetTagNo: 'XZ-0301', toCheck: ['sn'] },
  { deviceName: '病人监护仪', deviceModel: 'iMEC 10', sn: 'DE8B260388', labelCode: 'XZ-0302', assetTagNo: 'XZ-0302' },
] as const

/** Two devices of a room that were captured and wait for their cards. */
export async function demoDrafts(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, settle } = demoActs(tx, ground)
  const { rows } = await tx.run({
    text: `select id from location where tenant_id = $1 and level = 'room' and dept_id is not null and not is_deleted order by sort, id limit 1`,
    values: [tx.tenantId],
  })
  if (rows[0]) for (const facts of captured) await add('manager', deviceDraft, { ...facts, locationId: rows[0].id })
  await settle()
}
