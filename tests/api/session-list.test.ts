import { describe, expect, test } from 'vitest'
import { openPool, writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { digest, home, other } from '#tests/harness/hospitals.ts'
import { own, peopleLab } from '#tests/harness/people.ts'
import { askToken, byPassword, callWith } from './token-request.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)

describe('sessions', () => {
  test('a person lists their own sessions, ends one or all others; administrators those of a user', async () => {
    const { id, account, client } = await lab.settled()
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
    const flat = async () =>
      (await askToken(app, byPassword(account, { password: digest(own) }), { headers: { 'user-agent': agent } })).body.access_token
    const [first, second] = [await flat(), await flat()]
    const list = (await client.get<Row[]>('/osm/session/list')).data
    expect(list).toHaveLength(3)
    expect(list.filter((row) => row.isThis)).toHaveLength(1)
    expect(list[0]).toMatchObject({ client: 'Chrome 142 · Windows', address: '127.0.0.*', isThis: false })
    expect(JSON.stringify(list)).not.toMatch(/token|hash/)
    expect((await client.post('/osm/session/revoke', { id: list[0]!.id })).status).toBe(200)
    expect((await callWith(app.url, second, '/blade-user/info')).status).toBe(401)
    const keeper = (await (await app.as('keeper')).get<Row[]>('/osm/session/list')).data[0]!
    expect((await client.post('/osm/session/revoke', { id: keeper.id })).status).toBe(404)
    expect((await client.post('/osm/session/revoke', { others: 1 })).status).toBe(200)
    expect((await callWith(app.url, first, '/blade-user/info')).status).toBe(401)
    expect((await client.get<Row[]>('/osm/session/list')).data).toHaveLength(1)
    expect((await admin.get<Row[]>('/osm/user/sessions', { userId: id })).data).toHaveLength(1)
    expect((await admin.post('/osm/user/end-sessions', { userId: id })).status).toBe(200)
    expect((await client.get('/blade-user/info')).status).toBe(401)
  })
})

describe('the log of sign-ins', () => {
  test('holds person, time, address and result, and no unknown account name', async () => {
    await askToken(app, byPassword('my-secret-password'))
    const [row] = await lab.log({ event: 'wrongPassword' })
    expect(row).toMatchObject({ outcome: 'refused', account: null, address: '127.0.0.1' })
    expect(await lab.log({ keyword: 'my-secret' })).toEqual([])
    expect((await lab.log({ outcome: 'done', event: 'signIn' })).length).toBeGreaterThan(0)
    const csv = await admin.file('/blade-log/usual/export', { format: 'csv', event: 'signIn' })
    expect(new TextDecoder().decode(csv.bytes)).toContain('登录')
    expect((await (await app.as('auditor')).get('/blade-log/usual/list')).status).toBe(200)
    expect((await (await app.as('keeper')).get('/blade-log/usual/list')).status).toBe(403)
    expect(
      (await (await app.as('administrator', other)).get<Page>('/blade-log/usual/list', { userId: home.users.keeper })).data.total,
    ).toBe(0)
  })

  test('contains a refresh token that was used twice and a sign-out', async () => {
    const { id, client } = await lab.settled()
    const again = () => askToken(app, { tenantId: home.tenant, refreshToken: client.refreshToken, grant_type: 'refresh_token' })
    await again()
    await app.sql(`update refresh_token set used_at = now() - interval '1 hour' where tenant_id = $1 and used_at is not null`, [
      home.tenant,
    ])
    expect((await again()).status).toBe(401)
    expect((await lab.log({ userId: id })).map((row) => row.event)).toContain('refreshReuse')
  })

  test('is only added to: neither the program nor its jobs change or remove a row before its time', async () => {
    const run = (text: string) => writeAs(app.pool, home.tenant, (tx) => tx.run({ text }))
    await expect(run(`update access_log set detail = 'x'`)).rejects.toThrow(/permission denied/)
    await expect(run('delete from access_log')).rejects.toThrow(/permission denied|is kept/)
    const jobs = openPool(app.database.jobsUrl, 1)
    try {
      await expect(writeAs(jobs, home.tenant, (tx) => tx.run({ text: 'delete from access_log' }))).rejects.toThrow(/is kept/)
    } finally {
      await jobs.end()
    }
  })
})

describe('the logs of calls and pages', () => {
  test('say what was written and what failed, to who sees everything', async () => {
    const [event] = (await admin.get<Page>('/blade-log/api/list')).data.records
    expect(event).toMatchObject({ entity: expect.any(String), verb: expect.any(String) })
    expect((await admin.get<Row>('/blade-log/api/detail', { id: event!.id })).data.id).toBe(event!.id)
    await admin.post('/blade-auth/oauth/logout', [{ type: 'error', message: '坏了', stack: 'at x' }])
    const [error] = (await admin.get<Page>('/blade-log/error/list')).data.records
    expect(error).toMatchObject({ message: '坏了', createUserName: '医院管理员' })
    expect((await admin.get<Row>('/blade-log/error/detail', { id: error!.id })).data.stack).toBe('at x')
    expect((await (await app.as('administrator', other)).get('/blade-log/error/detail', { id: error!.id })).status).toBe(404)
    const { client } = await lab.clerk(['log.list'], 'below')
    expect((await client.get<Page>('/blade-log/api/list')).data.total).toBe(0)
    expect((await (await app.as('keeper')).get('/blade-log/error/list')).status).toBe(403)
  })
})

describe('roles', () => {
  test('are granted rights, departments and API scopes; a copy holds the same; a used one stays', async () => {
    const { alias, id, client } = await lab.clerk(['device.list', 'notice.list'], 'chosen')
    const roleId = lab.roles[alias]!
    expect((await client.get('/eam/plc/location/tree')).status).toBe(403)
    const grant = (body: object) => admin.post('/blade-system/role/grant', { roleIds: [roleId], ...body })
    expect((await grant({ menuIds: 'device,device.list,location.list', dataScopeIds: [home.depts.bones] })).status).toBe(200)
    expect((await client.get('/eam/plc/location/tree')).status).toBe(200)
    expect((await grant({ menuIds: 'no.right' })).status).toBe(400)
    expect((await grant({ dataScopeIds: [other.depts.bones] })).status).toBe(404)
    const copied = await admin.post('/blade-system/role/copy', { roleId, roleName: '副本', roleAlias: `${alias}_copy` })
    const keys = async (role: unknown) => {
      const { seen: _, ...held } = (await admin.get('/blade-system/menu/role-tree-keys', { roleIds: String(role) })).data
      return held
    }
    expect(await keys(copied.data.id)).toEqual(await keys(roleId))
    expect(await keys(roleId)).toMatchObject({ menuIds: ['device.list', 'location.list'], dataScopeIds: [home.depts.bones] })
    expect(await admin.post(`/blade-system/role/remove?ids=${roleId}`)).toMatchObject({ status: 409, error: 'in_use' })
    expect((await admin.post(`/blade-system/role/remove?ids=${copied.data.id}`)).status).toBe(200)
    await admin.post('/osm/user/update-user-status', { userIds: [id], status: 'stopped' })
    const tree = (await admin.get<{ id: string; children: unknown[] }[]>('/blade-system/menu/grant-tree')).data
    expect(JSON.stringify(tree)).not.toContain('hospital.')
    expect((await admin.get<Row[]>('/blade-system/role/tree')).data.map((row) => row.id)).toContain(roleId)
  })
})

test('of two administrators who set the rights of one role at once the second is told, and nothing of it is written', async () => {
  const { alias, client } = await lab.clerk(['device.list'], 'all')
  const roleId = lab.roles[alias]!
  const held = async () =>
    (await admin.get<{ menuIds: string[]; seen: object[] }>('/blade-system/menu/role-tree-keys', { roleIds: roleId })).data
  const { seen } = await held()
  const grant = (menuIds: string, more: object) => admin.post('/blade-system/role/grant', { roleIds: [roleId], menuIds, ...more })
  expect((await grant('device.list,location.list', { seen })).status).toBe(200)
  const refused = await grant('device.list,supplier.list', { seen })
  expect(refused).toMatchObject({ status: 409, error: 'stale', msg: expect.stringMatching(/已被.+修改，请刷新后再试/) })
  expect((await held()).menuIds).toEqual(['device.list', 'location.list'])
  expect((await client.get('/eam/supplierinfo/list')).status).toBe(403)
  // At the same moment too: one of them, whichever it is.
  const now = (await held()).seen
  const both = await Promise.all(['device.list', 'supplier.list'].map((right) => grant(right, { seen: now })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await grant('device.list', { seen: (await held()).seen })).status).toBe(200)
})

describe('departments', () => {
  test('say their people, cards and heads, as far as the person sees them; the heads of one are looked up by deptId', async () => {
    const { surgery, medicine } = home.depts
    await admin.post('/eam/device/submit', { deviceName: '数一数', useDeptId: medicine })
    const ask = async (client: Client) =>
      (await client.get<Row[]>('/blade-system/dept/figures', { ids: [surgery, medicine].sort().join() })).data
    const of = (rows: Row[], id: string) => rows.find((row) => row.id === id)!
    const all = await ask(admin)
    expect(of(all, surgery)).toMatchObject({ people: 2, heads: '科室资产管理员、科主任' })
    expect(Number(of(all, medicine).cards)).toBeGreaterThan(0)
    expect(of(await ask(await app.as('keeper')), medicine)).toMatchObject({ people: 0, cards: 0, heads: null })
    const heads = await admin.get<Row[]>('/blade-user/dept-admin', { deptId: surgery })
    expect(heads.data.map((row) => row.id).sort()).toEqual([home.users.head, home.users.keeper].sort())
    const store = await admin.post('/blade/dept/submit', { deptName: '中心库房', category: 'warehouse' })
    expect((await admin.get<Row[]>('/blade/dept/getWareHouseDeptList')).data.map((row) => row.id)).toEqual([store.data.id])
  })
})

describe('hospitals', () => {
  test('the platform creates one with its administrator, who must change the first password; a stopped one refuses sign-in', async () => {
    const platform = await app.signIn('000000', 'admin', 'admin')
    expect((await platform.get<Row>('/blade-user/info')).data.roleName).toBe('平台管理员')
    const put = (newTenant: string) =>
      platform.post<Record<string, string>>('/blade-system/tenant/submit', {
        newTenant,
        tenantName: '新医院',
        account: 'chief',
        realName: '院管',
      })
    const { data } = await put('200001')
    expect((await put('200001')).error).toBe('taken')
    const first = await app.signIn('200001', 'chief', data.password)
    expect((await first.get('/blade/user/list')).error).toBe('must_change')
    expect((await lab.change(first, data.password!, 'Board2026')).status).toBe(200)
    expect((await first.get<Page>('/blade/user/list')).data.total).toBe(1)
    const [role] = (await first.get<Page>('/blade-system/role/page', { roleAlias: 'engineer' })).data.records
    expect((await first.post('/blade/user/save', { account: 'e1', realName: '工', roleId: role!.id })).status).toBe(200)
    expect((await first.get('/blade-system/tenant/list')).status).toBe(403)
    expect((await platform.get<Page>('/blade-system/tenant/list', { tenantId: '200001' })).data.records).toMatchObject([
      { tenantName: '新医院', isStopped: 0 },
    ])
    const setting = (body: object) => platform.post('/blade-system/tenant/setting', body)
    expect((await setting({ id: '200001', isStopped: 1 })).status).toBe(200)
    expect((await first.get('/blade-user/info')).status).toBe(401)
    await expect(app.signIn('200001', 'chief', 'Board2026')).rejects.toThrow('wrong_password')
    expect((await setting({ id: '000000', isStopped: 1 })).error).toBe('rule')
    expect((await setting({ id: '200001', isStopped: 0, tenantName: '新新医院' })).status).toBe(200)
    expect((await (await app.signIn('200001', 'chief', 'Board2026')).get('/blade-user/info')).data.tenantName).toBe('新新医院')
  })
})
