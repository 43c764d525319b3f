import { afterAll, beforeAll, expect, test } from 'vitest'
import { rights } from '#contract/rights.ts'
import { firstRights } from '#server/db/first-rights.ts'
import { grantNewRights } from '#server/db/new-rights.ts'
import { startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Takes rights of the hospital away, without notifying the processes. */
const take = async (condition: string, ...values: unknown[]) => {
  await app.sql('alter table role_grant disable trigger user')
  await app.sql(`delete from role_grant where tenant_id = $1 and (${condition})`, [home.tenant, ...values])
  await app.sql('alter table role_grant enable trigger user')
}
const granted = async (right: string): Promise<number> =>
  (await app.sql('select 1 from role_grant where tenant_id = $1 and right_code = $2', [home.tenant, right])).length

test('after the release that kept no list, what an administrator took from everybody stays taken and what is new is given', async () => {
  await app.sql(`delete from program_state where key = 'rights'`)
  await take(`right_code = 'device.remove' or not right_code = any($2)`, [...firstRights])
  expect(await granted('repairOrder.list')).toBe(0)

  await grantNewRights(app.pool)
  expect([await granted('device.remove'), (await granted('repairOrder.list')) > 0]).toEqual([0, true])
  const all = await app.sql(
    'select right_code from role_grant g join role r on (r.tenant_id, r.id) = (g.tenant_id, g.role_id) where g.tenant_id = $1 and r.role_alias = $2',
    [home.tenant, 'administrator'],
  )
  expect([...rights.keys()].filter((right) => !all.some((row) => row.right_code === right) && firstRights.has(right))).toEqual([
    'device.remove',
  ])

  await take(`right_code = 'repairOrder.list'`)
  await grantNewRights(app.pool)
  expect(await granted('repairOrder.list')).toBe(0)
})
