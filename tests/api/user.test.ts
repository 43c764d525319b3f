import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPool, writeAs } from '#server/db/pool.ts'
import { purge } from '#server/jobs/purge.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { digest, home, other } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { askToken, byPassword, callWith } from './token-request.ts'

let app: TestApp
let admin: Client
const roles: Record<string, string> = {}
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  for (const row of await app.sql('select id, role_alias from role where tenant_id = $1', [home.tenant]))
    roles[String(row.role_alias)] = String(row.id)
})
afterAll(() => app.stop())

let serial = 0
const add = async (role = 'keeper', more: object = {}, by = admin) => {
  const account = `person${++serial}`
  const draft = { account, realName: `人员${serial}`, roleId: roles[role], deptId: home.depts.bones, ...more }
  const answer = await by.post('/blade/user/save', draft)
  return { answer, account, id: String(answer.data?.id) }
}
const reset = (userId: string, by = admin, more: object = {}) =>
  by.post<Record<string, string>>('/osm/user/reset-password', { userId, ...more })
const change = (client: Client, oldPassword: string, newPassword: string, newPassword1 = newPassword) =>
  client.post('/osm/user/update-password', { oldPassword, newPassword, newPassword1 })
/** A person who has signed in and chosen a password of their own. */
const settled = async (role = 'keeper', more: object = {}) => {
  const { id, account } = await add(role, more)
  const { data } = await reset(id)
  const client = await app.signIn(home.tenant, account, data.password)
  expect((await change(client, data.password!, 'Own2026')).status).toBe(200)
  return { id, account, client }
}
const log = async (query: object = {}, by = admin) => (await by.get<Page>('/blade-log/usual/list', { size: 100, ...query })).data.records
const detail = async (id: string) => (await admin.get<Row>('/blade/user/detail', { id })).data

/** A role of its own with these rights, and somebody who holds it. */
const clerk = async (rights: string[], reach = 'all') => {
  const alias = `clerk_${++serial}`
  const made = await admin.post('/blade-system/role/submit', { roleName: `文员${serial}`, roleAlias: alias, reach })
  expect(made.msg).toBe('操作成功')
  roles[alias] = String(made.data.id)
  expect((await admin.post('/blade-system/role/grant', { roleIds: [roles[alias]], menuIds: rights.join() })).msg).toBe('操作成功')
  return { alias, ...(await settled(alias)) }
}

describe('adding a person', () => {
  test('they sign in with a password that is said once, and nothing answers until it is changed', async () => {
    const { id, account } = await add('engineer', { phone: '13800000000', email: 'a@b.cn' })
    // Nobody has the password of a person to whom none was given.
    expect((await askToken(app, byPassword(account, { password: '0'.repeat(64) }))).body.error).toBe('wrong_password')
    const { data } = await reset(id)
    expect(data).toMatchObject({ account, password: expect.stringMatching(/^[\w]{12}$/) })
    const client = await app.signIn(home.tenant, account, data.password)
    expect((await client.get('/blade-user/info')).data).toMatchObject({ mustChange: true, phone: '13800000000', email: 'a@b.cn' })
    for (const path of ['/eam/device/list', '/blade/menu/routes', '/osm/session/list', '/sync/pull'])
      expect([path, await client.get(path)]).toMatchObject([path, { status: 403, error: 'must_change', msg: '请先修改初始密码' }])
    expect(await client.post('/eam/device/submit', { deviceName: '甲' })).toMatchObject({ status: 403, error: 'must_change' })
    const elsewhere = await askToken(app, { tenantId: other.tenant, grant_type: 'switch_token', scope: 'all' }, { headers: client.headers })
    expect(elsewhere.body.error).toBe('must_change')
    expect((await change(client, data.password!, data.password!)).msg).toContain('不能与原密码相同')
    expect((await change(client, data.password!, 'Mine2026')).status).toBe(200)
    expect((await client.get('/eam/device/list')).status).toBe(200)
    expect(await detail(id)).toMatchObject({ account, mustChange: 0, status: 'active', lastSignIn: expect.any(String) })
    const kept = await app.sql(
      `select 1 from audit_event e where e.input::text like $1 union all select 1 from access_log l where to_jsonb(l)::text like $1
      union all select 1 from sync_op o where o.result::text like $1`,
      [`%${data.password}%`],
    )
    expect(kept).toEqual([])
  })

  test('an account exists once whatever its tenant says; the list filters by department [SHELL-USERADM-1]', async () => {
    const { account } = await add('keeper', { deptId: home.depts.medicine })
    expect((await add('keeper', { account })).answer).toMatchObject({ status: 409, error: 'taken' })
    const { records } = (await admin.get<Page>('/blade/user/list', { deptId: home.depts.medicine, size: 100 })).data
    expect(records.map((row) => row.account)).toContain(account)
    expect(records.every((row) => row.deptId === home.depts.medicine)).toBe(true)
    for (const path of ['/blade-user/page', '/blade-user/user-list'])
      expect((await admin.get<Page>(path, { keyword: account })).data.records).toMatchObject([{ account }])
    expect((await admin.get<never>('/blade-user/user-select', { keyword: account })).data).toHaveLength(1)
  })

  test('a typed first password has to be a good one', async () => {
    const { id } = await add()
    for (const weak of ['short1', '12345678', 'abcdefgh'])
      expect(await reset(id, admin, { password: weak })).toMatchObject({ error: 'rule' })
    expect((await reset(id, admin, { password: 'Ward2026x' })).data).not.toHaveProperty('password')
  })
})

describe('the own password and information', () => {
  test('the rules of a new password are the contract’s [SHELL-PWD-1] [SHELL-VAL-PWD-1] [SHELL-VAL-PWD-2] [SHELL-VAL-PWD-4] [SHELL-VAL-PWD-9] [SHELL-VAL-PWD-10]', async () => {
    const { client } = await settled()
    const said = async (old: string, next: string, again = next) => (await change(client, old, next, again)).msg
    expect(await said('', 'abc123')).toBe('原密码不能为空')
    expect(await said('Own2026', '')).toContain('新密码不能为空')
    expect(await said('Own2026', 'aB1!x')).toBe('密码长度不能少于6位')
    expect(await said('Own2026', 'abcdef')).toContain('密码较弱')
    expect(await said('Own2026', 'abc123', '')).toBe('确认密码不能为空')
    expect(await said('Own2026', 'abc123', 'abc124')).toBe('两次密码输入不一致')
    expect(await said('wrong1', 'abc123')).toBe('账号或密码不正确')
    expect(await said('Own2026', ' abc123 ')).toBe('操作成功')
  })

  test('a change ends every other session of the person, in other tenants too', async () => {
    const { account, client, id } = await settled('auditor')
    const second = await app.signIn(home.tenant, account, 'Own2026')
    const [{ person_id }] = (await app.sql('select person_id from app_user where id = $1', [id])) as [{ person_id: string }]
    await joined(person_id, 'twin')
    const abroad = await app.signIn(other.tenant, 'twin', 'Own2026')
    expect((await change(client, 'Own2026', 'Next2026')).status).toBe(200)
    expect([(await client.get('/blade-user/info')).status, (await second.get('/blade-user/info')).status]).toEqual([200, 401])
    expect((await abroad.get('/blade-user/info')).status).toBe(401)
    expect((await askToken(app, { tenantId: other.tenant, refreshToken: abroad.refreshToken, grant_type: 'refresh_token' })).status).toBe(
      401,
    )
  })

  test('name, phone and mail are one’s own to change [SHELL-VAL-PHONE-1] [SHELL-VAL-PHONE-2]', async () => {
    const { id, client } = await settled()
    const put = (body: object) => client.post('/blade-user/update-info', body)
    expect((await put({ phone: '' })).msg).toBe('手机号码不能为空')
    expect((await put({ phone: '1380000000' })).msg).toBe('手机号码长度不为11位')
    expect((await put({ realName: '新名', name: '小新', phone: '13900000000', email: 'x@y.cn' })).status).toBe(200)
    expect(await detail(id)).toMatchObject({ realName: '新名', nickName: '小新', phone: '13900000000', email: 'x@y.cn' })
    expect((await put({ roleId: roles.administrator })).status).toBe(400)
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
  test('reset: all sessions end, the old password is none, and a second hospital keeps its own [SHELL-APP-1]', async () => {
    const { id, account, client } = await settled('auditor')
    const [{ person_id }] = (await app.sql('select person_id from app_user where id = $1', [id])) as [{ person_id: string }]
    await joined(person_id, 'shared')
    const { data } = await reset(id)
    expect((await client.get('/blade-user/info')).status).toBe(401)
    expect((await askToken(app, { tenantId: home.tenant, refreshToken: client.refreshToken, grant_type: 'refresh_token' })).status).toBe(
      401,
    )
    await expect(app.signIn(home.tenant, account, 'Own2026')).rejects.toThrow()
    // Whoever reset it here gains nothing there: not by the password, and not by going over.
    await expect(app.signIn(other.tenant, 'shared', data.password)).rejects.toThrow()
    const taken = await app.signIn(home.tenant, account, data.password)
    expect((await change(taken, data.password!, 'Taken2026')).status).toBe(200)
    const over = await askToken(app, { tenantId: other.tenant, grant_type: 'switch_token', scope: 'all' }, { headers: taken.headers })
    expect(over.status).toBe(404)
    expect((await app.signIn(other.tenant, 'shared', 'Own2026')).tenant).toBe(other.tenant)
  })

  test('stopped and started again [SHELL-USER-1] [SHELL-USER-2]', async () => {
    const { id, account, client } = await settled()
    expect((await admin.post('/osm/user/update-user-status', { userIds: [id], status: 'stopped' })).status).toBe(200)
    expect((await client.get('/blade-user/info')).status).toBe(401)
    await expect(app.signIn(home.tenant, account, 'Own2026')).rejects.toThrow()
    expect((await admin.post('/osm/user/update-user-active', { userId: id, isActive: 1 })).status).toBe(200)
    expect((await client.get('/blade-user/info')).status).toBe(401)
    expect((await (await app.signIn(home.tenant, account, 'Own2026')).get('/eam/device/list')).status).toBe(200)
    const { records } = (await admin.get<Page>('/blade/user/history', { id })).data
    expect(records[0]).toMatchObject({ operationTypeValue: '启用或停用用户', showContent: '停用 → 启用' })
  })

  test('another role is there with the next request', async () => {
    const { id, client } = await settled('virtual')
    expect((await client.get('/eam/device/list')).status).toBe(403)
    expect((await admin.post('/blade-user/grant', { userIds: [id], roleIds: [roles.auditor] })).status).toBe(200)
    expect((await client.get('/eam/device/list')).status).toBe(200)
    expect((await admin.post('/blade/user/update', { id, roleId: roles.virtual })).status).toBe(200)
    expect((await client.get('/eam/device/list')).status).toBe(403)
    expect((await log({ userId: id })).filter((row) => row.event === 'roleChange')).toHaveLength(2)
  })

  test('locked out by ten wrong passwords, and let in again [SHELL-USER-3]', async () => {
    const { id, account } = await settled()
    for (let n = 0; n < 10; n++) await askToken(app, byPassword(account, { password: '0'.repeat(64) }))
    await expect(app.signIn(home.tenant, account, 'Own2026')).rejects.toThrow('locked_out')
    expect((await detail(id)).lockedUntil).toEqual(expect.any(String))
    expect((await admin.post('/blade-user/unlock', { userIds: [id] })).status).toBe(200)
    expect((await detail(id)).lockedUntil).toBeNull()
    await app.signIn(home.tenant, account, 'Own2026')
    expect((await log({ userId: id })).map((row) => row.event)).toEqual(
      expect.arrayContaining(['wrongPassword', 'lockedOut', 'unlock', 'signIn']),
    )
  })
})

describe('nobody rises by others', () => {
  test('a role beyond one’s own is neither given nor changed, and who holds it is out of reach', async () => {
    const { client } = await clerk([
      'user.list',
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
    expect((await add('auditor', {}, client)).answer).toMatchObject({
      status: 400,
      error: 'rule',
      msg: expect.stringContaining('超出您自己的'),
    })
    const low = await add('virtual', {}, client)
    expect(low.answer.status).toBe(200)
    const refused = async (path: string, body: object) =>
      expect([path, await client.post(path, body)]).toMatchObject([path, { status: 400, error: 'rule' }])
    await refused('/blade-user/grant', { userIds: [low.id], roleIds: [roles.administrator] })
    await refused('/blade/user/update', { id: low.id, roleId: roles.keeper })
    const target = home.users.administrator
    await refused('/osm/user/reset-password', { userId: target })
    await refused('/osm/user/update-user-status', { userIds: [target], status: 'stopped' })
    await refused('/osm/user/end-sessions', { userId: target })
    await refused('/blade/user/update', { id: target, realName: '别人' })
    await refused('/blade-user/remove', { ids: [target] })
    await refused('/blade-system/role/grant', { roleIds: [roles.virtual], menuIds: 'device.list' })
    await refused('/blade-system/role/grant', { roleIds: [roles.keeper], menuIds: '' })
    await refused('/blade-system/role/copy', { roleId: roles.auditor, roleName: '抄', roleAlias: 'copied' })
    const spare = await admin.post('/blade-system/role/copy', { roleId: roles.auditor, roleName: '备用', roleAlias: 'spare' })
    await refused('/blade-system/role/remove', { ids: [spare.data.id] })
    expect((await reset(low.id, client)).status).toBe(200)
  })

  test('a scope of departments ends at its border', async () => {
    const { client } = await clerk(['user.list', 'user.submit', 'user.reset', 'role.list', 'role.submit'], 'below')
    expect((await client.get<Page>('/blade/user/list', { size: 100 })).data.records.every((row) => row.deptId === home.depts.bones)).toBe(
      true,
    )
    expect(await reset(home.users.warehouse_keeper, client)).toMatchObject({ status: 404 })
    expect((await add('virtual', {}, client)).answer.status).toBe(400)
    expect((await client.post('/blade-system/role/submit', { roleName: '大', roleAlias: 'wide', reach: 'all' })).msg).toContain('数据范围')
    expect((await client.get<unknown[]>('/osm/user/sessions', { userId: home.users.warehouse_keeper })).status).toBe(403)
  })

  test('not oneself, and not the last administrator', async () => {
    const me = home.users.administrator
    for (const [path, body] of [
      ['/osm/user/update-user-status', { userIds: [me], status: 'stopped' }],
      ['/osm/user/reset-password', { userId: me }],
      ['/blade-user/remove', { ids: [me] }],
      ['/blade-user/grant', { userIds: [me], roleIds: [roles.auditor] }],
      ['/blade/user/update', { id: me, roleId: roles.auditor }],
      ['/blade-system/role/grant', { roleIds: [roles.administrator], menuIds: 'user.list' }],
      ['/blade-system/role/submit', { id: roles.administrator, reach: 'dept' }],
    ] as const)
      expect([path, await admin.post(path, body)]).toMatchObject([path, { status: 400, error: 'rule' }])
    const second = await settled('administrator')
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

  test('the neighbour’s people and roles are not there', async () => {
    const theirs = other.users.keeper
    const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'keeper'`, [other.tenant])
    expect((await reset(theirs)).status).toBe(404)
    expect((await admin.post('/blade-user/unlock', { userIds: [theirs] })).status).toBe(404)
    expect((await add('keeper', { roleId: role!.id })).answer.status).toBe(400)
    expect((await admin.get<unknown[]>('/osm/user/sessions', { userId: theirs })).data).toEqual([])
    expect((await admin.get<Page>('/osm/user/transfer-list', { userId: theirs })).data.total).toBe(0)
    expect((await admin.get('/blade-system/tenant/list')).status).toBe(403)
    expect(
      (await admin.post('/blade-system/tenant/submit', { newTenant: '200001', tenantName: '甲', account: 'a', realName: 'a' })).status,
    ).toBe(403)
    expect((await admin.post('/blade-system/role/grant', { roleIds: [roles.virtual], menuIds: 'hospital.list' })).status).toBe(400)
  })
})

describe('handing over and removing', () => {
  test('what waits for a person goes to a colleague in one go; then they can be removed, and the account is free', async () => {
    const { id, account, client } = await settled('engineer')
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
    expect((await hand(home.users.engineer)).data).toEqual({ repairOrders: 1, checkTasks: 1, devices: 1 })
    expect((await admin.get<Row>('/eam/eventtyperepair/detail', { id: order })).data.engineerId).toBe(home.users.engineer)
    const [told] = (await (await app.as('engineer')).get<Page>('/osm/notice/list')).data.records
    expect(told).toMatchObject({ kind: 'repair_assigned', targetId: order })
    expect((await admin.get<Page>('/eam/device/history', { id: card })).data.records[0]!.showContent).toContain('保管人')
    expect((await admin.post(`/blade-user/remove?ids=${id}`)).data).toEqual({ removed: 1 })
    expect((await client.get('/blade-user/info')).status).toBe(401)
    expect((await admin.get('/blade/user/detail', { id })).status).toBe(404)
    expect((await add('keeper', { account })).answer.status).toBe(200)
  })
})

describe('sessions', () => {
  test('everybody sees their own, ends one or all others; administrators those of a user', async () => {
    const { id, account, client } = await settled()
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
    const flat = async () =>
      (await askToken(app, byPassword(account, { password: digest('Own2026') }), { headers: { 'user-agent': agent } })).body.access_token
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
  test('holds who, when, from where and how it ended, and no name that nobody has', async () => {
    await askToken(app, byPassword('my-secret-password'))
    const [row] = await log({ event: 'wrongPassword' })
    expect(row).toMatchObject({ outcome: 'refused', account: null, address: '127.0.0.1' })
    expect(await log({ keyword: 'my-secret' })).toEqual([])
    expect((await log({ outcome: 'done', event: 'signIn' })).length).toBeGreaterThan(0)
    const csv = await admin.file('/blade-log/usual/export', { format: 'csv', event: 'signIn' })
    expect(new TextDecoder().decode(csv.bytes)).toContain('登录')
    expect((await (await app.as('auditor')).get('/blade-log/usual/list')).status).toBe(200)
    expect((await (await app.as('keeper')).get('/blade-log/usual/list')).status).toBe(403)
    expect(
      (await (await app.as('administrator', other)).get<Page>('/blade-log/usual/list', { userId: home.users.keeper })).data.total,
    ).toBe(0)
  })

  test('a refresh token that was used twice and a sign-out stand in it', async () => {
    const { id, client } = await settled()
    const again = () => askToken(app, { tenantId: home.tenant, refreshToken: client.refreshToken, grant_type: 'refresh_token' })
    await again()
    await app.sql(`update refresh_token set used_at = now() - interval '1 hour' where tenant_id = $1 and used_at is not null`, [
      home.tenant,
    ])
    expect((await again()).status).toBe(401)
    expect((await log({ userId: id })).map((row) => row.event)).toContain('refreshReuse')
  })

  test('is only added to: neither the program nor its jobs change or remove a row before its time', async () => {
    const run = (text: string) => writeAs(app.pool, home.tenant, (tx) => tx.run({ text }))
    await expect(run(`update access_log set detail = 'x'`)).rejects.toThrow(/permission denied/)
    await expect(run('delete from access_log')).rejects.toThrow(/permission denied|is kept/)
    const jobs = openPool(app.database.jobsUrl, 1)
    try {
      await expect(writeAs(jobs, home.tenant, (tx) => tx.run({ text: 'delete from access_log' }))).rejects.toThrow(/is kept/)
      await writeAs(app.pool, home.tenant, (tx) =>
        tx.run({
          text: `insert into access_log (tenant_id, id, event, outcome, account, created_at) values ($1, gen_random_uuid(), 'signIn', 'done', 'oldest', now() - interval '181 days')`,
          values: [home.tenant],
        }),
      )
      const count = async () => (await log()).length
      const before = await count()
      await purge(jobs)
      expect(await log({ keyword: 'oldest' })).toEqual([])
      expect(await count()).toBeGreaterThanOrEqual(before - 1)
    } finally {
      await jobs.end()
    }
  })
})

describe('roles', () => {
  test('are granted rights, departments and API scopes; a copy holds the same; a used one stays [SHELL-ENT-GRANT]', async () => {
    const { alias, id, client } = await clerk(['device.list', 'notice.list'], 'chosen')
    const roleId = roles[alias]!
    expect((await client.get('/eam/location/list')).status).not.toBe(200)
    const grant = (body: object) => admin.post('/blade-system/role/grant', { roleIds: [roleId], ...body })
    expect((await grant({ menuIds: 'device,device.list,location.list', dataScopeIds: [home.depts.bones] })).status).toBe(200)
    expect((await client.get('/eam/plc/location/tree')).status).toBe(200)
    expect((await grant({ menuIds: 'no.right' })).status).toBe(400)
    expect((await grant({ dataScopeIds: [other.depts.bones] })).status).toBe(404)
    const copied = await admin.post('/blade-system/role/copy', { roleId, roleName: '副本', roleAlias: `${alias}_copy` })
    const keys = async (role: unknown) => (await admin.get('/blade-system/menu/role-tree-keys', { roleIds: String(role) })).data
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

describe('departments', () => {
  test('say their people, cards and heads, as far as the person sees them', async () => {
    const { surgery, medicine } = home.depts
    await admin.post('/eam/device/submit', { deviceName: '数一数', useDeptId: medicine })
    const ask = async (client: Client) =>
      (await client.get<Row[]>('/blade-system/dept/figures', { ids: [surgery, medicine].sort().join() })).data
    const of = (rows: Row[], id: string) => rows.find((row) => row.id === id)!
    const all = await ask(admin)
    expect(of(all, surgery)).toMatchObject({ people: 2, heads: '科主任、科室资产管理员' })
    expect(Number(of(all, medicine).cards)).toBeGreaterThan(0)
    expect(of(await ask(await app.as('keeper')), medicine)).toMatchObject({ people: 0, cards: 0, heads: null })
    const heads = await admin.get<Row[]>('/blade-user/dept-admin', { deptId: surgery })
    expect(heads.data.map((row) => row.id).sort()).toEqual([home.users.head, home.users.keeper].sort())
    const store = await admin.post('/blade/dept/submit', { deptName: '中心库房', category: 'warehouse' })
    expect((await admin.get<Row[]>('/blade/dept/getWareHouseDeptList')).data.map((row) => row.id)).toEqual([store.data.id])
  })
})

describe('hospitals', () => {
  test('the platform makes one with its administrator, who starts with a password to change; a stopped one lets nobody in', async () => {
    const platform = await app.signIn('000000', 'admin', 'admin')
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
    expect((await change(first, data.password!, 'Chief2026')).status).toBe(200)
    expect((await first.get<Page>('/blade/user/list')).data.total).toBe(1)
    const [role] = (await first.get<Page>('/blade-system/role/list', { roleAlias: 'engineer' })).data.records
    expect((await first.post('/blade/user/save', { account: 'e1', realName: '工', roleId: role!.id })).status).toBe(200)
    expect((await first.get('/blade-system/tenant/list')).status).toBe(403)
    expect((await platform.get<Page>('/blade-system/tenant/list', { tenantId: '200001' })).data.records).toMatchObject([
      { tenantName: '新医院', isStopped: 0 },
    ])
    const setting = (body: object) => platform.post('/blade-system/tenant/setting', body)
    expect((await setting({ id: '200001', isStopped: 1 })).status).toBe(200)
    expect((await first.get('/blade-user/info')).status).toBe(401)
    await expect(app.signIn('200001', 'chief', 'Chief2026')).rejects.toThrow('wrong_password')
    expect((await setting({ id: '000000', isStopped: 1 })).error).toBe('rule')
    expect((await setting({ id: '200001', isStopped: 0, tenantName: '新新医院' })).status).toBe(200)
    expect((await (await app.signIn('200001', 'chief', 'Chief2026')).get('/blade-user/info')).data.tenantName).toBe('新新医院')
  })
})
