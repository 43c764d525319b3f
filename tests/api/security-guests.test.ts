import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, type Client, type Page, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { type PeopleLab, peopleLab } from '#tests/harness/people.ts'

let app: TestApp
let admin: Client
let lab: PeopleLab
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  lab = await peopleLab(app, () => admin)
  await app.sql('update tenant set takes_registrations = 1 where id = any($1)', [[home.tenant, other.tenant]])
})
afterAll(() => app.stop())

const register = async (more: object) => {
  const body = { tenantId: home.tenant, name: '新来', password: 'Ward2026', password2: 'Ward2026', ...more }
  const url = `${app.url}/api/blade-user/register-guest`
  const headers = { 'content-type': 'application/json' }
  return answerOf(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}
const count = async (where: string): Promise<number> =>
  Number((await app.sql(`select count(*)::int as n from registration where ${where}`))[0]!.n)
const waiting = async (account: string): Promise<string> =>
  String((await admin.get<Page>('/blade-user/registration/list', { account, state: 'waiting' })).data.records[0]!.id)
const approve = (by: Client, registrationId: string, roleId: string) =>
  by.post('/blade-user/registration/approve', { registrationId, roleId, deptId: home.depts.bones })

test('a guest brings no field but those of the form, and none that is too long', async () => {
  for (const more of [
    { state: 'approved' },
    { roleId: lab.roles.administrator },
    { id: '01900000-0000-7000-8000-0000000000aa' },
    { account: 'x'.repeat(46) },
    { name: 'x'.repeat(46) },
    { account: ['a', 'b'] },
    { tenantId: { $ne: null } },
    { account: 'nul\u0000' },
  ])
    expect([more, (await register({ account: 'massive', ...more })).status]).toEqual([more, 400])
  expect(await count('true')).toBe(0)
})

test('two who approve at once make one account, with no role beyond what they hold', async () => {
  await register({ account: 'twofold' })
  const id = await waiting('twofold')
  const decider = await lab.clerk(['registration.list', 'registration.decide', 'user.list', 'role.list', 'dept.list'])
  expect((await approve(decider.client, id, lab.roles.administrator!)).status).toBeGreaterThanOrEqual(400)
  const answers = await Promise.all([1, 2, 3].map(() => approve(admin, id, lab.roles.auditor!)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect((await admin.get<Page>('/blade/user/list', { account: 'twofold' })).data.total).toBe(1)
  const stranger = await app.as('administrator', other)
  expect((await approve(stranger, id, lab.roles.auditor!)).status).toBe(404)
})

test('a flood of guests fills the list of one hospital and not of the next', async () => {
  await app.sql(
    `insert into registration (tenant_id, id, account, real_name, state, password_hash)
      select $1, gen_random_uuid(), 'flood' || g, '洪', 'waiting', '' from generate_series(1, 200) g`,
    [home.tenant],
  )
  expect((await register({ account: 'late' })).status).toBe(429)
  expect((await register({ account: 'late', tenantId: other.tenant })).data).toEqual({ registered: true })
  const known = await Promise.all(['engineer', 'late'].map((account) => register({ account })))
  expect(known.map(({ status, msg }) => [status, msg])).toEqual(Array(2).fill([429, known[0]!.msg]))
  expect(await count(`tenant_id = '${home.tenant}' and account like 'flood%'`)).toBe(200)
})
