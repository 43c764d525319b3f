import { expect, test } from 'vitest'
import { rights } from '#contract/rights.ts'
import { firstRights } from '#server/db/first/first-rights.ts'
import { grantNewRights } from '#server/db/first/new-rights.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()

/** Takes rights of the hospital away, without notifying the processes. */
const take = async (condition: string, ...values: unknown[]) => {
  await app.sql('alter table role_grant disable trigger user')
  await app.sql(`delete from role_grant where tenant_id = $1 and (${condition})`, [home.tenant, ...values])
  await app.sql('alter table role_grant enable trigger user')
}
const granted = async (right: string): Promise<number> =>
  (await app.sql('select 1 from role_grant where tenant_id = $1 and right_code = $2', [home.tenant, right])).length

test('a default role keeps its new rights under another alias, and a role that took its alias gets none', async () => {
  const admin = await app.as('administrator')
  const roleOf = async (key: string) =>
    String((await app.sql('select id from role where tenant_id = $1 and default_key = $2', [home.tenant, key]))[0]!.id)
  const engineer = await roleOf('engineer')
  expect((await admin.post('/blade-system/role/submit', { id: engineer, roleAlias: 'medical_engineer' })).status).toBe(200)
  const taker = await admin.post('/blade-system/role/submit', { roleName: '外聘', roleAlias: 'engineer', reach: 'own' })
  expect(taker.status).toBe(200)
  await app.sql(`update program_state set value = replace(value, 'repairOrder.work,', '') where key = 'rights'`)
  await take(`right_code = 'repairOrder.work'`)

  await grantNewRights(app.pool)
  const holders = await app.sql(`select role_id from role_grant where tenant_id = $1 and right_code = 'repairOrder.work'`, [home.tenant])
  expect(holders.map((row) => row.role_id)).toContain(engineer)
  expect(holders.map((row) => row.role_id)).not.toContain(taker.data.id)
  expect(await app.sql('select 1 from role_grant where tenant_id = $1 and role_id = $2', [home.tenant, taker.data.id])).toEqual([])
})

test('the fixed key of a role is written by no call and by no statement of the program', async () => {
  const admin = await app.as('administrator')
  const made = await admin.post('/blade-system/role/submit', { roleName: '自建', roleAlias: 'own_role', reach: 'own' })
  for (const name of ['defaultKey', 'default_key'])
    expect(await admin.post('/blade-system/role/submit', { id: made.data.id, [name]: 'auditor' })).toMatchObject({ status: 400 })
  await expect(
    writeAs(app.pool, home.tenant, (tx) =>
      tx.run({ text: `update role set default_key = '' where tenant_id = $1 and default_key = 'auditor'`, values: [home.tenant] }),
    ),
  ).rejects.toThrow(/default role is kept/)
})

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
