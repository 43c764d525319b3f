import { describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { digest, home, other } from '#tests/harness/hospitals.ts'
import { own, peopleLab } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { askToken, byPassword } from './token-request.ts'

const app = await appForFile()
let admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)

describe('adding a person', () => {
  test('they sign in with a password that is shown once, and all calls are refused until it is changed', async () => {
    const { id, account } = await lab.add('engineer', { phone: '13800000000', email: 'a@b.cn' })
    // A person without a given password cannot sign in.
    expect((await askToken(app, byPassword(account, { password: '0'.repeat(64) }))).body.error).toBe('wrong_password')
    const { data } = await lab.reset(id)
    expect(data).toMatchObject({ account, password: expect.stringMatching(/^[\w]{12}$/) })
    const client = await app.signIn(home.tenant, account, data.password)
    expect((await client.get('/blade-user/info')).data).toMatchObject({ mustChange: true, phone: '13800000000', email: 'a@b.cn' })
    for (const path of ['/eam/device/list', '/blade/menu/routes', '/osm/session/list', '/sync/pull'])
      expect([path, await client.get(path)]).toMatchObject([path, { status: 403, error: 'must_change', msg: '请先修改初始密码' }])
    expect(await client.post('/eam/device/submit', { deviceName: '甲' })).toMatchObject({ status: 403, error: 'must_change' })
    const elsewhere = await askToken(app, { tenantId: other.tenant, grant_type: 'switch_token', scope: 'all' }, { headers: client.headers })
    expect(elsewhere.body.error).toBe('must_change')
    expect((await lab.change(client, data.password!, data.password!)).msg).toContain('不能与原密码相同')
    expect((await lab.change(client, data.password!, 'Mine2026')).status).toBe(200)
    expect((await client.get('/eam/device/list')).status).toBe(200)
    expect(await lab.detail(id)).toMatchObject({ account, mustChange: 0, status: 'active', lastSignIn: expect.any(String) })
    const kept = await app.sql(
      `select 1 from audit_event e where e.input::text like $1 union all select 1 from access_log l where to_jsonb(l)::text like $1
      union all select 1 from sync_op o where o.result::text like $1`,
      [`%${data.password}%`],
    )
    expect(kept).toEqual([])
  })

  test('an account is unique in its tenant; the list filters by department', async () => {
    const { account } = await lab.add('keeper', { deptId: home.depts.medicine })
    expect((await lab.add('keeper', { account })).answer).toMatchObject({ status: 409, error: 'taken' })
    const { records } = (await admin.get<Page>('/blade/user/list', { deptId: home.depts.medicine, size: 100 })).data
    expect(records.map((row) => row.account)).toContain(account)
    expect(records.every((row) => row.deptId === home.depts.medicine)).toBe(true)
    for (const path of ['/blade-user/page', '/blade-user/user-list'])
      expect((await admin.get<Page>(path, { keyword: account })).data.records).toMatchObject([{ account }])
    expect((await admin.get<never>('/blade-user/user-select', { keyword: account })).data).toHaveLength(1)
  })

  test('a typed first password has to be a good one', async () => {
    const { id } = await lab.add()
    for (const weak of ['short1', '12345678', 'abcdefgh'])
      expect(await lab.reset(id, admin, { password: weak })).toMatchObject({ error: 'rule' })
    expect((await lab.reset(id, admin, { password: 'Ward2026x' })).data).not.toHaveProperty('password')
  })
})

describe('a password that is easy to guess', () => {
  const words = async (id: string, password: string) => (await lab.reset(id, admin, { password })).msg

  test('leaked ones, the account, the tenant and words of the hospital are refused, in upper and lower case', async () => {
    const { id, account } = await lab.add('keeper', { account: 'wanghuayun' })
    expect(account).toBeDefined()
    for (const leaked of ['password1', 'Passw0rd', 'abc12345', '1q2w3e4r', 'Arizona1'])
      expect([leaked, await words(id, leaked)]).toEqual([leaked, expect.stringContaining('泄露密码名单')])
    for (const guess of ['WangHuaYun7', 'x9-100002-x', '医院7号abcdef', 'Wardkeeper7'])
      expect([guess, await words(id, guess)]).toEqual([guess, expect.stringContaining('不能包含账号')])
    expect((await lab.reset(id, admin, { password: 'Blue-Tram-41' })).status).toBe(200)
    const { client } = await lab.settled()
    expect((await lab.change(client, own, 'Passw0rd')).msg).toContain('泄露密码名单')
    expect((await lab.change(client, own, 'abc123')).msg).toContain('泄露密码名单')
    expect((await lab.change(client, own, 'Person 100002')).msg).toContain('不能包含账号')
    expect((await lab.change(client, own, 'Blue-Tram-41')).status).toBe(200)
  })

  test('up to 128 characters count, all of them', async () => {
    const { account, client } = await lab.settled()
    const long = `${'长'.repeat(100)} ${'aB3'.repeat(9)}`
    expect(long).toHaveLength(128)
    expect(await lab.change(client, own, `${long}x`)).toMatchObject({ status: 400 })
    expect((await lab.change(client, own, long)).status).toBe(200)
    await expect(app.signIn(home.tenant, account, long.slice(0, 127))).rejects.toThrow('wrong_password')
    expect((await app.signIn(home.tenant, account, long)).userId).toBeDefined()
  })

  test('a tenant asks for 8 to 64 characters, wherever its people choose their password; new tenants start at 8', async () => {
    const { client, id } = await lab.settled()
    const [{ person_id }] = (await app.sql('select person_id from app_user where id = $1', [id])) as [{ person_id: string }]
    const rule = (by: Client, shortest: number) => by.post('/osm/user/password-rule', { shortest })
    expect((await rule(await app.as('keeper'), 10)).status).toBe(403)
    for (const wrong of [7, 65, 8.5, -1]) expect((await rule(admin, wrong)).status).toBe(400)
    expect((await client.get('/blade-user/info')).data.shortestPassword).toBe(6)
    expect(await rule(admin, 10)).toMatchObject({ status: 200, data: { shortest: 10 } })
    expect((await client.get('/blade-user/info')).data.shortestPassword).toBe(10)
    expect(await lab.change(client, own, 'Blue-41xy')).toMatchObject({ error: 'rule', msg: '密码长度不能少于10位' })
    expect((await lab.reset((await lab.add()).id, admin, { password: 'Blue-41xy' })).msg).toBe('密码长度不能少于10位')
    // The neighbour asks for more: an identity of both tenants signs in there too.
    await joined(person_id, 'both')
    expect((await rule(await app.as('administrator', other), 16)).status).toBe(200)
    expect((await lab.change(client, own, 'Blue-Tram-41')).msg).toBe('密码长度不能少于16位')
    expect((await lab.change(client, own, 'Blue-Tram-41-Home')).status).toBe(200)
    const long = await lab.reset((await lab.add()).id)
    expect(long.data.password).toHaveLength(12)
    expect((await rule(admin, 64)).status).toBe(200)
    expect((await lab.reset((await lab.add()).id)).data.password).toHaveLength(64)
    for (const tenant of [home.tenant, other.tenant]) await app.sql('delete from password_rule where tenant_id = $1', [tenant])

    const platform = await app.signIn('000000', 'admin', 'admin')
    const made = await platform.post<Record<string, string>>('/blade-system/tenant/submit', {
      newTenant: '200077',
      tenantName: '新院',
      account: 'chief',
      realName: '主任',
    })
    const chief = await app.signIn('200077', 'chief', made.data.password)
    expect((await chief.get('/blade-user/info')).data.shortestPassword).toBe(8)
    expect((await lab.change(chief, made.data.password!, 'Tram-41')).msg).toBe('密码长度不能少于8位')
    expect((await lab.log({ event: 'passwordRule' })).length).toBeGreaterThan(0)
  })
})

describe('a first password', () => {
  const age = (account: string, days: number) =>
    app.sql(
      `update person p set given_until = given_until - make_interval(days => $2) from app_user u where u.person_id = p.id and u.account = $1 and p.given_until is not null returning 1`,
      [account, days],
    )

  test('opens no session after seven days, says so only to a person who knows it, and is replaced by a reset', async () => {
    const { id, account } = await lab.add()
    const { data } = await lab.reset(id)
    const early = await app.signIn(home.tenant, account, data.password)
    expect(await age(account, 6)).toHaveLength(1)
    await app.signIn(home.tenant, account, data.password)
    await age(account, 2)
    expect(await askToken(app, byPassword(account, { password: digest(data.password!) }))).toMatchObject({
      status: 400,
      body: { error: 'first_password_expired', error_description: expect.stringContaining('联系管理员') },
    })
    expect((await askToken(app, byPassword(account, { password: digest('wrong') }))).body.error).toBe('wrong_password')
    // An earlier session is no way around it.
    expect(await lab.change(early, data.password!, 'Blue-Tram-41')).toMatchObject({ error: 'first_password_expired' })
    expect((await lab.log({ userId: id })).map((row) => row.event)).toContain('firstExpired')
    const again = await lab.reset(id)
    const late = await app.signIn(home.tenant, account, again.data.password)
    expect((await lab.change(late, again.data.password!, 'Blue-Tram-41')).status).toBe(200)
    expect(await age(account, 30)).toEqual([])
    expect((await app.signIn(home.tenant, account, 'Blue-Tram-41')).userId).toBe(id)
  })

  test('of the administrator of a new hospital expires too', async () => {
    const platform = await app.signIn('000000', 'admin', 'admin')
    const made = await platform.post<Record<string, string>>('/blade-system/tenant/submit', {
      newTenant: '200078',
      tenantName: '又一院',
      account: 'chief78',
      realName: '主任',
    })
    expect(await age('chief78', 8)).toHaveLength(1)
    await expect(app.signIn('200078', 'chief78', made.data.password)).rejects.toThrow('first_password_expired')
  })
})

describe('the own password and information', () => {
  test('the rules of a new password are the contract’s', async () => {
    const { client } = await lab.settled()
    const said = async (old: string, next: string, again = next) => (await lab.change(client, old, next, again)).msg
    expect(await said('', 'abc123')).toBe('原密码不能为空')
    expect(await said(own, '')).toContain('新密码不能为空')
    expect(await said(own, 'aB1!x')).toBe('密码长度不能少于6位')
    expect(await said(own, 'abcdef')).toBe('密码较弱')
    expect(await said(own, 'abcdef', 'abcdeg')).toBe('密码较弱；两次密码输入不一致')
    expect(await said(own, 'abc123', '')).toBe('确认密码不能为空')
    expect(await said(own, 'abc123', 'abc124')).toBe('两次密码输入不一致')
    expect(await said('wrong1', 'abc123')).toBe('原密码不正确')
    const english = await client.post(
      '/osm/user/update-password',
      { oldPassword: 'wrong1', newPassword: 'abc123', newPassword1: 'abc123' },
      { 'accept-language': 'en' },
    )
    expect(english).toMatchObject({ status: 400, msg: 'The current password is wrong', data: [{ field: 'oldPassword' }] })
    expect(await said(own, ' abc123 ')).toBe('操作成功')
  })

  test('a change ends every other session of the person, in other tenants too', async () => {
    const { account, client, id } = await lab.settled('auditor')
    const second = await app.signIn(home.tenant, account, own)
    const [{ person_id }] = (await app.sql('select person_id from app_user where id = $1', [id])) as [{ person_id: string }]
    await joined(person_id, 'twin')
    const abroad = await app.signIn(other.tenant, 'twin', own)
    expect((await lab.change(client, own, 'Next2026')).status).toBe(200)
    expect([(await client.get('/blade-user/info')).status, (await second.get('/blade-user/info')).status]).toEqual([200, 401])
    expect((await abroad.get('/blade-user/info')).status).toBe(401)
    expect((await askToken(app, { tenantId: other.tenant, refreshToken: abroad.refreshToken, grant_type: 'refresh_token' })).status).toBe(
      401,
    )
  })

  test('name, phone and mail are one’s own to change', async () => {
    const { id, client } = await lab.settled()
    const put = (body: object) => client.post('/blade-user/update-info', body)
    expect((await put({ phone: '' })).msg).toBe('手机号码不能为空')
    expect((await put({ phone: '1380000000' })).msg).toBe('手机号码长度不为11位')
    expect((await put({ realName: '新名', name: '小新', phone: '13900000000', email: 'x@y.cn' })).status).toBe(200)
    expect(await lab.detail(id)).toMatchObject({ realName: '新名', nickName: '小新', phone: '13900000000', email: 'x@y.cn' })
    expect((await put({ roleId: lab.roles.administrator })).status).toBe(400)
    expect(await put({})).toMatchObject({ status: 400, msg: '姓名不能为空' })
  })
})

/** Binds an identity to a new user of the other hospital. */
const joined = (personId: string, account: string): Promise<void> =>
  writeAs(app.pool, other.tenant, async (tx) => {
    tx.later({
      text: `insert into app_user (tenant_id, id, person_id, account, real_name, role_id, status)
        select $1, gen_random_uuid(), $2::uuid, $3, $3, id, 'active' from role where tenant_id = $1 and role_alias = 'auditor'`,
      values: [other.tenant, personId, account],
    })
    tx.later({
      text: 'insert into membership (person_id, tenant_id, user_id) select person_id, tenant_id, id from app_user where tenant_id = $1 and account = $2',
      values: [other.tenant, account],
    })
  })

describe('what an administrator does to a person reaches every session at once', () => {
  test('reset: all sessions end, the old password is none, and a second hospital keeps its own', async () => {
    const { id, account, client } = await lab.settled('auditor')
    const [{ person_id }] = (await app.sql('select person_id from app_user where id = $1', [id])) as [{ person_id: string }]
    await joined(person_id, 'shared')
    const { data } = await lab.reset(id)
    expect((await client.get('/blade-user/info')).status).toBe(401)
    expect((await askToken(app, { tenantId: home.tenant, refreshToken: client.refreshToken, grant_type: 'refresh_token' })).status).toBe(
      401,
    )
    await expect(app.signIn(home.tenant, account, own)).rejects.toThrow()
    // The person who reset it here gains no access there: neither by the password nor by switching the tenant.
    await expect(app.signIn(other.tenant, 'shared', data.password)).rejects.toThrow()
    const taken = await app.signIn(home.tenant, account, data.password)
    expect((await lab.change(taken, data.password!, 'Taken2026')).status).toBe(200)
    const over = await askToken(app, { tenantId: other.tenant, grant_type: 'switch_token', scope: 'all' }, { headers: taken.headers })
    expect(over.status).toBe(404)
    expect((await app.signIn(other.tenant, 'shared', own)).tenant).toBe(other.tenant)
  })

  test('stopped and started again', async () => {
    const { id, account, client } = await lab.settled()
    expect((await admin.post('/osm/user/update-user-status', { userIds: [id], status: 'stopped' })).status).toBe(200)
    expect((await client.get('/blade-user/info')).status).toBe(401)
    await expect(app.signIn(home.tenant, account, own)).rejects.toThrow()
    expect((await admin.post('/osm/user/update-user-active', { userId: id, isActive: 1 })).status).toBe(200)
    expect((await client.get('/blade-user/info')).status).toBe(401)
    expect((await (await app.signIn(home.tenant, account, own)).get('/eam/device/list')).status).toBe(200)
    const { records } = (await admin.get<Page>('/blade/user/history', { id })).data
    expect(records[0]).toMatchObject({ operationTypeValue: '启用或停用用户', showContent: '状态从 停用 改为 启用' })
  })

  test('another role is there with the next request', async () => {
    const { id, client } = await lab.settled('virtual')
    expect((await client.get('/eam/device/list')).status).toBe(403)
    expect((await admin.post('/blade-user/grant', { userIds: [id], roleIds: [lab.roles.auditor] })).status).toBe(200)
    expect((await client.get('/eam/device/list')).status).toBe(200)
    expect((await admin.post('/blade/user/update', { id, roleId: lab.roles.virtual })).status).toBe(200)
    expect((await client.get('/eam/device/list')).status).toBe(403)
    expect((await lab.log({ userId: id })).filter((row) => row.event === 'roleChange')).toHaveLength(2)
  })

  test('locked out by ten wrong passwords, and let in again [SHELL-USER-3]', async () => {
    const { id, account } = await lab.settled()
    for (let n = 0; n < 10; n++) await askToken(app, byPassword(account, { password: '0'.repeat(64) }))
    await expect(app.signIn(home.tenant, account, own)).rejects.toThrow('locked_out')
    expect((await lab.detail(id)).lockedUntil).toEqual(expect.any(String))
    expect((await admin.post('/blade-user/unlock', { userIds: [id] })).status).toBe(200)
    expect((await lab.detail(id)).lockedUntil).toBeNull()
    await app.signIn(home.tenant, account, own)
    expect((await lab.log({ userId: id })).map((row) => row.event)).toEqual(
      expect.arrayContaining(['wrongPassword', 'lockedOut', 'unlock', 'signIn']),
    )
  })
})

describe('no person gains rights through others', () => {
  test('a role beyond one’s own is neither given nor changed, and who holds it is out of reach', async () => {
    const { client } = await lab.clerk([
      'user.list',
      'board.list',
      'user.submit',
      'user.grant',
      'user.reset',
      'user.status',
      'user.remove',
      'user.sessions',
      'role.list',
      'role.submit',
      'role.grant',
      'role.remove',
    ])
    expect((await lab.add('auditor', {}, client)).answer).toMatchObject({
      status: 400,
      error: 'rule',
      msg: expect.stringContaining('超出您自己的'),
    })
    const low = await lab.add('virtual', {}, client)
    expect(low.answer.status).toBe(200)
    const refused = async (path: string, body: object) =>
      expect([path, await client.post(path, body)]).toMatchObject([path, { status: 400, error: 'rule' }])
    await refused('/blade-user/grant', { userIds: [low.id], roleIds: [lab.roles.administrator] })
    await refused('/blade/user/update', { id: low.id, roleId: lab.roles.keeper })
    const target = home.users.administrator
    await refused('/osm/user/reset-password', { userId: target })
    await refused('/osm/user/update-user-status', { userIds: [target], status: 'stopped' })
    await refused('/osm/user/end-sessions', { userId: target })
    await refused('/blade/user/update', { id: target, realName: '别人' })
    await refused('/blade-user/remove', { ids: [target] })
    await refused('/blade-system/role/grant', { roleIds: [lab.roles.virtual], menuIds: 'device.list' })
    await refused('/blade-system/role/grant', { roleIds: [lab.roles.keeper], menuIds: '' })
    await refused('/blade-system/role/copy', { roleId: lab.roles.auditor, roleName: '抄', roleAlias: 'copied' })
    const spare = await admin.post('/blade-system/role/copy', { roleId: lab.roles.auditor, roleName: '备用', roleAlias: 'spare' })
    await refused('/blade-system/role/remove', { ids: [spare.data.id] })
    expect((await lab.reset(low.id, client)).status).toBe(200)
  })

  test('a scope of departments ends at its border', async () => {
    const { client } = await lab.clerk(['user.list', 'user.submit', 'user.reset', 'role.list', 'role.submit'], 'below')
    expect((await client.get<Page>('/blade/user/list', { size: 100 })).data.records.every((row) => row.deptId === home.depts.bones)).toBe(
      true,
    )
    expect(await lab.reset(home.users.warehouse_keeper, client)).toMatchObject({ status: 404 })
    expect((await lab.add('virtual', {}, client)).answer.status).toBe(400)
    expect((await client.post('/blade-system/role/submit', { roleName: '大', roleAlias: 'wide', reach: 'all' })).msg).toContain('数据范围')
    expect((await client.get<unknown[]>('/osm/user/sessions', { userId: home.users.warehouse_keeper })).status).toBe(403)
  })

  test('not oneself, and not the last administrator', async () => {
    const me = home.users.administrator
    for (const [path, body] of [
      ['/osm/user/update-user-status', { userIds: [me], status: 'stopped' }],
      ['/osm/user/reset-password', { userId: me }],
      ['/blade-user/remove', { ids: [me] }],
      ['/blade-user/grant', { userIds: [me], roleIds: [lab.roles.auditor] }],
      ['/blade/user/update', { id: me, roleId: lab.roles.auditor }],
      ['/blade-system/role/grant', { roleIds: [lab.roles.administrator], menuIds: 'user.list' }],
      ['/blade-system/role/submit', { id: lab.roles.administrator, reach: 'dept' }],
    ] as const)
      expect([path, await admin.post(path, body)]).toMatchObject([path, { status: 400, error: 'rule' }])
    const second = await lab.settled('administrator')
    const both = await Promise.all([
      admin.post('/osm/user/update-user-status', { userIds: [second.id], status: 'stopped' }),
      second.client.post('/osm/user/update-user-status', { userIds: [me], status: 'stopped' }),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    await writeAs(app.pool, home.tenant, async (tx) =>
      tx.later({ text: `update app_user set status = 'active' where tenant_id = $1 and id = $2`, values: [home.tenant, me] }),
    )
    if ((await admin.get('/blade-user/info')).status === 401) admin = await app.signIn(home.tenant, 'administrator')
    await admin.post('/osm/user/update-user-status', { userIds: [second.id], status: 'stopped' })
  })

  test('people and roles of another tenant are not visible', async () => {
    const theirs = other.users.keeper
    const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'keeper'`, [other.tenant])
    expect((await lab.reset(theirs)).status).toBe(404)
    expect((await admin.post('/blade-user/unlock', { userIds: [theirs] })).status).toBe(404)
    expect((await lab.add('keeper', { roleId: role!.id })).answer.status).toBe(400)
    expect((await admin.get<unknown[]>('/osm/user/sessions', { userId: theirs })).data).toEqual([])
    expect((await admin.get<Page>('/osm/user/transfer-list', { userId: theirs })).data.total).toBe(0)
    expect((await admin.get('/blade-system/tenant/list')).status).toBe(403)
    expect(
      (await admin.post('/blade-system/tenant/submit', { newTenant: '200001', tenantName: '甲', account: 'a', realName: 'a' })).status,
    ).toBe(403)
    expect((await admin.post('/blade-system/role/grant', { roleIds: [lab.roles.virtual], menuIds: 'hospital.list' })).status).toBe(400)
  })
})

describe('handing over and removing', () => {
  test('the open work of a person goes to a colleague at once; then they can be removed, and the account is free', async () => {
    const { id, account, client } = await lab.settled('engineer')
    const work = repairs(app, admin)
    const order = await work.report(await app.as('keeper'), await work.card())
    await work.go(client, 'accept', order)
    const card = await work.card([], { keeperId: id })
    const check = await admin.post('/eam/check/submit', {
      checkTitle: '交接盘点',
      beginDate: '2026-11-01',
      mode: 'open',
      members: [{ userId: id }],
    })
    expect(check.status).toBe(200)
    const list = await admin.get<Page>('/osm/user/transfer-list', { userId: id })
    expect(list.data.records.map((row) => [row.kind, row.id])).toEqual([
      ['repairOrder', order],
      ['device', card],
      ['checkTask', check.data.id],
    ])
    expect((await admin.post(`/blade-user/remove?ids=${id}`)).msg).toContain('还有 3 件待交接')
    const hand = (toId: string) => admin.post('/osm/user/transfer-order', { userId: id, toId })
    expect((await hand(home.users.keeper)).msg).toContain('不能维修')
    expect((await admin.get<Row>('/eam/device/detail', { id: card })).data.keeperId).toBe(id)
    expect((await hand(home.users.engineer)).data).toMatchObject({ repairOrders: 1, checkTasks: 1, approvals: 0, devices: 1 })
    expect((await admin.get<Row>('/eam/eventtyperepair/detail', { id: order })).data.engineerId).toBe(home.users.engineer)
    const [reported] = (await (await app.as('engineer')).get<Page>('/osm/notice/list')).data.records
    expect(reported).toMatchObject({ kind: 'repair_assigned', targetId: order })
    expect((await admin.get<Page>('/eam/device/history', { id: card })).data.records[0]!.showContent).toContain('保管人')
    expect((await admin.post(`/blade-user/remove?ids=${id}`)).data).toEqual({ removed: 1 })
    expect((await client.get('/blade-user/info')).status).toBe(401)
    expect((await admin.get('/blade/user/detail', { id })).status).toBe(404)
    expect((await lab.add('keeper', { account })).answer.status).toBe(200)
  })
})
