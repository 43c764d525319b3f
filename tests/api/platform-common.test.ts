import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Client, type Page, type Row } from '#tests/harness/app-for-test.ts'
import { digest, home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const platform = await app.signIn('000000', 'admin', 'admin')
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)

const openGet = async (path: string) => answerOf(await fetch(`${app.url}/api${path}`))
const openPost = async (path: string, body: object) =>
  answerOf(
    await fetch(`${app.url}/api${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  )

describe('a tenant', () => {
  test('is found by its domain before anybody is signed in, and a domain belongs to one', async () => {
    const set = (id: string, more: object) => platform.post('/blade-system/tenant/setting', { id, ...more })
    expect((await set(home.tenant, { domain: 'EAM.first.test' })).status).toBe(200)
    expect((await openGet('/blade-system/tenant/info?domain=https://eam.FIRST.test:8443/login')).data).toEqual({
      tenantId: home.tenant,
      tenantName: `医院${home.tenant}`,
      takesRegistrations: false,
      domain: 'EAM.first.test',
      backgroundUrl: null,
    })
    expect((await openGet('/blade-system/tenant/info?domain=nowhere.test')).status).toBe(404)
    expect(await set(other.tenant, { domain: 'eam.first.test' })).toMatchObject({ status: 409, error: 'taken' })
    expect((await set(other.tenant, { domain: 'javascript:alert(1)' })).status).toBe(400)
    expect((await platform.get<Row>('/blade-system/tenant/detail', { id: home.tenant })).data.domain).toBe('EAM.first.test')
  })

  test('has the one database, and asking for another one is refused with a sentence', async () => {
    const ask = (body: object, client = platform) => client.post('/blade-system/tenant/datasource', body)
    expect((await ask({ tenantId: home.tenant })).data).toMatchObject({ tenantId: home.tenant, datasourceId: 'main', files: '本机磁盘' })
    expect((await ask({ tenantId: home.tenant, datasourceId: 'main' })).status).toBe(200)
    expect(await ask({ tenantId: home.tenant, datasourceId: 'second' })).toMatchObject({
      status: 400,
      msg: '所有租户共用一个数据库，按行隔离，不能更换数据源',
    })
    expect((await ask({}, admin)).status).toBe(403)
  })
})

describe('a registration', () => {
  const path = '/blade-user/register-guest'
  const whole = { tenantId: home.tenant, name: '新来', account: 'newcomer', password: 'Ward2026', password2: 'Ward2026' }

  test('is refused for what is missing, the first thing first, and where the tenant takes none', async () => {
    for (const [draft, msg] of [
      [{}, '请先输入租户编号'],
      [{ tenantId: home.tenant }, '请先输入账号名称'],
      [{ tenantId: home.tenant, account: 'a', password: 'x' }, '请先输入密码'],
      [{ ...whole, password2: 'Ward2027' }, '两次密码输入不一致'],
      [whole, '该租户不存在或未开放注册'],
      [{ ...whole, tenantId: '999999' }, '该租户不存在或未开放注册'],
    ] as const)
      expect(await openPost(path, draft)).toMatchObject({ status: 400, msg })
    expect(await app.sql('select 1 from registration')).toEqual([])
  })

  test('waits for an administrator, and signs in with its own password once it is approved', async () => {
    expect((await platform.post('/blade-system/tenant/setting', { id: home.tenant, takesRegistrations: 1 })).status).toBe(200)
    expect((await openPost(path, { ...whole, password: '123', password2: '123' })).status).toBe(400)
    expect((await openPost(path, whole)).data).toEqual({ registered: true })
    // A second one for the name, or one for an account that exists, is answered alike and takes nothing over.
    expect((await openPost(path, { ...whole, password: 'Other2026', password2: 'Other2026' })).data).toEqual({ registered: true })
    const list = async (client = admin) => (await client.get<Page>('/blade-user/registration/list')).data.records
    const [row, ...more] = await list()
    expect(more).toEqual([])
    expect(row).toMatchObject({ account: 'newcomer', realName: '新来', state: 'waiting' })
    expect(JSON.stringify(row)).not.toMatch(/argon2|password/)
    expect(await list(await app.as('administrator', other))).toEqual([])
    await expect(app.signIn(home.tenant, 'newcomer', 'Ward2026')).rejects.toThrow()
    const approve = (by: Client) =>
      by.post('/blade-user/registration/approve', { registrationId: row!.id, roleId: lab.roles.engineer, deptId: home.depts.bones })
    expect((await approve(await app.as('keeper'))).status).toBe(403)
    expect((await approve(await app.as('administrator', other))).status).not.toBe(200)
    expect((await approve(admin)).status).toBe(200)
    const client = await app.signIn(home.tenant, 'newcomer', 'Ward2026')
    expect((await client.get('/osm/user/info')).data).toMatchObject({ account: 'newcomer', mustChange: false, deptId: home.depts.bones })
    expect(await approve(admin)).toMatchObject({ status: 400, msg: '该注册申请已审核' })
    expect(await app.sql(`select 1 from registration where password_hash <> ''`)).toEqual([])
  })

  test('that is refused makes no account; an account that exists is told to the administrator alone', async () => {
    expect((await openPost(path, { ...whole, account: 'engineer' })).data).toEqual({ registered: true })
    const [row] = (await admin.get<Page>('/blade-user/registration/list', { state: 'waiting' })).data.records
    const given = { registrationId: row!.id, roleId: lab.roles.engineer }
    expect(await admin.post('/blade-user/registration/approve', given)).toMatchObject({ status: 409, error: 'taken' })
    expect((await admin.post('/blade-user/registration/refuse', { registrationId: row!.id })).status).toBe(200)
    expect((await admin.get<Row>('/blade-user/registration/detail', { id: row!.id })).data).toMatchObject({
      state: 'refused',
      deciderId: home.users.administrator,
    })
    expect(digest('Ward2026')).toHaveLength(64)
  })
})

describe('calls beside the families', () => {
  test('how another program knows a person is kept, with who changed it', async () => {
    const of = () => admin.get('/blade-user/platform-detail', { id: home.users.engineer })
    expect((await of()).data).toMatchObject({ account: 'engineer', userType: '1', userTypeName: 'WEB', userExt: null })
    const set = { userId: home.users.engineer, userType: 2, userExt: '{"openId":"x"}' }
    expect((await admin.post('/blade-user/update-platform', set)).status).toBe(200)
    expect((await of()).data).toMatchObject({ userType: '2', userTypeName: 'APP', userExt: '{"openId":"x"}' })
    expect((await admin.get('/blade-user/platform-detail', { id: other.users.engineer })).status).toBe(404)
    expect((await admin.post('/blade-user/update-platform', { ...set, userId: other.users.engineer })).status).toBe(404)
    expect((await admin.post('/blade-user/update-platform', { ...set, userType: 9 })).status).toBe(400)
    expect((await (await app.as('engineer')).post('/blade-user/update-platform', set)).status).toBe(403)
  })

  test('the tree of one role is that role, and of another tenant nothing', async () => {
    const roleId = lab.roles.engineer
    expect((await admin.get<Row[]>('/blade-system/role/tree-by-id', { roleId })).data).toMatchObject([
      { id: roleId, roleAlias: 'engineer' },
    ])
    expect((await (await app.as('administrator', other)).get('/blade-system/role/tree-by-id', { roleId })).data).toEqual([])
  })

  test('an API scope of one’s own opens the calls it names and no others, at once', async () => {
    const path = '/blade-system/api-scope'
    const { id } = (await platform.post(`${path}/submit`, { scopeName: '仅供应商', scopePath: 'supplier.*, session.userInfo' })).data
    expect((await admin.get(`${path}/detail`, { id })).data).toMatchObject({
      name: '仅供应商',
      patterns: ['supplier.*', 'session.userInfo'],
    })
    const { client, alias } = await lab.clerk(['supplier.list', 'dept.list'])
    expect((await admin.post('/blade-system/role/grant', { roleIds: [lab.roles[alias]], apiScopeIds: [id] })).status).toBe(200)
    expect((await client.get('/eam/supplierinfo/list')).status).toBe(200)
    expect((await client.get('/blade-system/dept/list')).status).toBe(403)
    expect((await platform.post(`${path}/submit`, { id, scopeName: '科室', scopePath: 'dept.list' })).status).toBe(200)
    expect((await client.get('/eam/supplierinfo/list')).status).toBe(403)
    expect((await client.get('/blade-system/dept/list')).status).toBe(200)
    expect(await platform.post(`${path}/submit`, { scopeName: '错', scopePath: 'nothing.*' })).toMatchObject({ msg: '没有接口“nothing.*”' })
    expect(await platform.post(`${path}/remove?ids=${id}`)).toMatchObject({ status: 409, error: 'in_use' })
    const every = (await platform.get<Row[]>(`${path}/list`)).data[0]!.id
    for (const call of [
      platform.post(`${path}/remove?ids=${every}`),
      platform.post(`${path}/submit`, { id: every, scopeName: 'x', scopePath: 'dept.*' }),
    ])
      expect(await call).toMatchObject({ status: 400, msg: '系统自带的接口范围不能修改或删除' })
    expect((await admin.post(`${path}/submit`, { scopeName: 'x', scopePath: 'dept.*' })).status).toBe(403)
    const unused = (await platform.post(`${path}/submit`, { scopeName: '没人用', scopePath: 'dept.*' })).data.id
    expect((await platform.post(`${path}/remove?ids=${unused}`)).data).toEqual({ removed: 1 })
  })

  test('the list of reports holds those that the person may open, and keeps them', async () => {
    const path = '/blade-report/report/rest'
    const { data } = await admin.get<Page<{ id: string; path: string }>>(`${path}/list`, { size: 100 })
    expect(data.total).toBe(data.records.length)
    for (const { path: of } of data.records)
      expect([of, (await fetch(`${app.url}${of}`, { headers: admin.headers })).status]).not.toContain(404)
    const { client } = await lab.clerk(['supplier.list'])
    expect((await client.get<Page>(`${path}/list`)).data.total).toBe(0)
    expect(await admin.post(`${path}/remove?ids=${data.records[0]!.id}`)).toMatchObject({ status: 400, msg: '报表由系统提供，不能删除' })
  })
})
