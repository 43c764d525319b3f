import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { callWith } from './token-request.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)
beforeAll(async () => {
  for (const [index, useDeptId] of [home.depts.bones, home.depts.surgery, home.depts.medicine, home.depts.bones].entries()) {
    const card = { deviceName: `设备${index}`, useDeptId, riskLevel: ['I', 'II', 'III', 'III'][index] }
    expect((await admin.post('/eam/device/submit', card)).status).toBe(200)
  }
})

const role = async (rights: readonly string[], reach: string): Promise<string> => lab.roles[(await lab.clerk(rights, reach)).alias]!
const total = async (client: Client, path = '/eam/device/list'): Promise<number> => (await client.get<Page>(path)).data.total
const give = (userId: string, roleIds: string[], by = admin) => by.post('/blade-user/grant', { userIds: [userId], roleIds })

describe('a person with several roles', () => {
  test('has the rights of all of them with the next request, and loses those of one that is taken away', async () => {
    const looks = await role(['location.list'], 'all')
    const writes = await role(['supplier.list'], 'all')
    const { id, client } = await lab.settled('virtual')
    expect((await client.get('/eam/plc/location/list')).status).toBe(403)
    expect((await give(id, [looks, writes])).status).toBe(200)
    expect((await client.get('/eam/plc/location/list')).status).toBe(200)
    expect((await client.get('/eam/supplierinfo/list')).status).toBe(200)
    const { data } = await client.get<Record<string, string>>('/blade-user/info')
    expect(data.roleId).toBe(`${looks},${writes}`)
    expect(data.role_name!.split(',')).toHaveLength(2)
    expect((await give(id, [writes])).status).toBe(200)
    expect((await client.get('/eam/plc/location/list')).status).toBe(403)
    expect((await client.get('/eam/supplierinfo/list')).status).toBe(200)
  })

  test('sees the union of what each role gives of an entity, in lists, counts and on the phone', async () => {
    const all = await total(admin)
    const own = await role(['device.list'], 'dept')
    const everything = await role(['device.list'], 'all')
    const looks = await role(['location.list'], 'all')
    const { id, client } = await lab.settled('virtual')
    await give(id, [own])
    const some = await total(client)
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThan(all)
    // A wide role that has no right to devices says nothing of them.
    await give(id, [own, looks])
    expect(await total(client)).toBe(some)
    expect((await callWith(app.url, client.token, '/sync/pull')).data.scopes).toContainEqual(expect.stringMatching(/^dept:/))
    await give(id, [own, everything])
    expect(await total(client)).toBe(all)
    const { scopes } = (await callWith(app.url, client.token, '/sync/pull')).data as { scopes: string[] }
    expect(scopes.filter((name) => name.startsWith('dept:'))).toEqual([])
    expect(scopes.some((name) => name.startsWith('tenant'))).toBe(true)
  })

  test('is signed in with all role ids with commas between them, the main one first', async () => {
    const more = await role(['location.list'], 'all')
    const { id, account } = await lab.settled('keeper')
    const answer = await admin.post('/blade/user/update', { id, roleId: `${lab.roles.engineer},${more}` })
    expect(answer.status).toBe(200)
    const client = await app.signIn(home.tenant, account, 'Own2026')
    const [session] = await app.sql('select count(*)::int as n from user_role where user_id = $1', [id])
    expect(session).toEqual({ n: 2 })
    const { data } = await client.get<Record<string, string>>('/blade-user/info')
    expect(data.roleId).toBe(`${lab.roles.engineer},${more}`)
    expect(await lab.detail(id)).toMatchObject({ roleId: lab.roles.engineer, moreRoles: [more] })
    const [event] = (await admin.get<Page>('/blade/user/history', { id })).data.records
    expect(String(event!.showContent)).toContain('其他角色')
  })

  test('every grant of before is kept: each user has the role that its row names', async () => {
    const rows = await app.sql(
      'select count(*)::int as n from app_user u where not exists (select 1 from user_role r where (r.tenant_id, r.user_id, r.role_id) = (u.tenant_id, u.id, u.role_id))',
    )
    expect(rows).toEqual([{ n: 0 }])
  })
})

describe('roles beyond one’s own', () => {
  test('a second role is refused that holds more, is given to oneself, or belongs to another hospital', async () => {
    const { client, id: me } = await lab.clerk(['user.list', 'user.grant', 'user.submit', 'location.list', 'board.list'])
    const { id } = await lab.settled('virtual')
    const harmless = await role(['location.list'], 'all')
    const strong = await role(['device.remove'], 'all')
    const [foreign] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'virtual'`, [other.tenant])
    expect((await give(id, [lab.roles.virtual!, harmless], client)).status).toBe(200)
    expect(await give(id, [harmless, strong], client)).toMatchObject({ status: 400, error: 'rule' })
    expect(await client.post('/blade/user/update', { id, moreRoles: [strong] })).toMatchObject({ status: 400, error: 'rule' })
    expect(await client.post('/blade/user/update', { id: me, moreRoles: [harmless] })).toMatchObject({ status: 400, error: 'rule' })
    expect((await give(id, [harmless, String(foreign!.id)], client)).status).toBe(400)
    expect((await client.post('/blade/user/update', { id, moreRoles: [String(foreign!.id)] })).status).toBe(400)
    expect(await lab.detail(id)).toMatchObject({ roleId: lab.roles.virtual, moreRoles: [harmless] })
  })

  test('a person whose second role holds more is not taken over by a new password', async () => {
    const { client } = await lab.clerk(['user.list', 'user.reset', 'location.list', 'board.list'])
    const { id } = await lab.settled('virtual')
    expect((await give(id, [lab.roles.virtual!, lab.roles.administrator!])).status).toBe(200)
    expect(await lab.reset(id, client)).toMatchObject({ status: 400, error: 'rule' })
    expect((await give(id, [lab.roles.virtual!])).status).toBe(200)
    expect((await lab.reset(id, client)).status).toBe(200)
  })

  test('a role that a person has as a second one is neither removed nor changed by who holds it', async () => {
    const mine = await lab.clerk(['role.list', 'role.grant', 'role.submit', 'location.list'])
    const second = await role(['location.list'], 'all')
    expect((await give(mine.id, [lab.roles[mine.alias]!, second])).status).toBe(200)
    expect(await mine.client.post('/blade-system/role/grant', { roleIds: [second], menuIds: '' })).toMatchObject({
      status: 400,
      error: 'rule',
    })
    expect(await admin.post(`/blade-system/role/remove?ids=${second}`)).toMatchObject({ status: 409, error: 'in_use' })
  })
})
