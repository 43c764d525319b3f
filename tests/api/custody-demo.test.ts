import { expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { demoLoans } from '#server/features/custody/demo-loans.ts'
import { demoDisposals } from '#server/features/disposal/demo-disposals.ts'
import { demoPool } from '#server/features/pool/demo-pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'

const app = await appForFile()

test('the demo hospital has loans, shared devices and disposals in every stage, made by its people', async () => {
  const ground = await demoGround(app)
  for (const fill of [demoLoans, demoPool, demoDisposals]) await writeAs(app.pool, demoTenant, (tx) => fill(tx, ground))
  const counts = async (table: string, column: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await app.sql(`select ${column} as state, count(*)::int as n from ${table} where tenant_id = $1 group by 1`, [demoTenant])).map(
        (row) => [row.state, row.n],
      ),
    )
  expect(await counts('device_use', 'status')).toEqual({ received: 2, returned: 1, returning: 1, handed: 1, reserved: 1 })
  expect(await counts('device_apply', 'status')).toMatchObject({ rejected: 1, in_approval: 1, draft: 1 })
  expect(await counts('shared_borrowing', 'borrowing_status')).toEqual({ returned: 14, lent: 1, reserved: 2 })
  expect(await counts('device_disposal', 'disposal_status')).toEqual({ executed: 1, approved: 1, in_approval: 1, submitted: 2, draft: 1 })
  const manager = await app.signIn(demoTenant, 'manager')
  expect((await manager.get<Page>('/eam/deviceusemanage/out-page')).data.total).toBe(3)
  const [overdue] = await app.sql(`select overdue_days from device_use where tenant_id = $1 and overdue_days is not null`, [demoTenant])
  expect(overdue!.overdue_days).toBeGreaterThanOrEqual(2)
})
