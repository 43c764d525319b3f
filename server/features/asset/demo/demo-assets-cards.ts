import { assetsCard, assetsMatch } from '#contract/entities/asset/assets-card.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { demoCardsOf } from './demo-free-cards.ts'

const made = { matched: 12, open: 6 } as const

/** Asset cards of the finance department: most are matched to their device, the rest wait for it. */
export async function demoAssetsCards(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const dept = '手术室'
  const deptId = ground.depts.get(dept)
  const ids = await demoCardsOf(tx, deptId, made.matched + made.open)
  const { rows } = await tx.run({
    text: `select id, device_name, device_model, sn, original_value, assets_code from device where tenant_id = $1 and id = any($2::uuid[]) order by device_code`,
    values: [tx.tenantId, ids],
  })
  for (const [index, row] of rows.entries()) {
    const id = await add('manager', assetsCard, {
      assetsCode: row.assets_code ?? `GZ-2026-${String(index + 1).padStart(4, '0')}`,
      assetsName: row.device_name,
      assetsModel: row.device_model,
      sn: row.sn,
      bookValue: row.original_value,
      quantity: 1,
      bookDept: dept,
      deptId,
    })
    if (index < made.matched) await go('manager', assetsMatch, 'match', id, { deviceId: row.id })
  }
  await settle()
}
