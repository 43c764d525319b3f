import { describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { digest, home, other, password } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { askToken, byPassword, callWith } from './token-request.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)
const me = async (token: string) => (await callWith(app.url, token, '/blade-user/info')).data as Record<string, unknown>
const list = (token: string) => callWith(app.url, token, '/eam/device/list')

/** One person with an account of the same name and password in both hospitals; the second account was another person's. */
const bothHospitals = async (account: 'engineer' | 'auditor'): Promise<void> => {
  const [person] = await app.sql('select person_id from app_user where tenant_id = $1 and id = $2', [home.tenant, home.users[account]])
  await writeAs(app.pool, other.tenant, async (tx) => {
    const values = [other.tenant, other.users[account]]
    tx.later({ text: 'delete from membership where tenant_id = $1 and user_id = $2', values })
    tx.later({ text: 'update app_user set person_id = $3 where tenant_id = $1 and id = $2', values: [...values, person!.person_id] })
    tx.later({
      text: 'insert into membership (person_id, tenant_id, user_id) values ($3, $1, $2)',
      values: [...values, person!.person_id],
    })
  })
}

describe('the lock password', () => {
  test('opens the lock in the place of the log-in password, is kept as a hash, and a repeated lock needs none', async () => {
    const { token } = await app.signIn(home.tenant, 'head')
    const lock = (body: object) => callWith(app.url, token, '/osm/session/lock', body)
    const unlock = (word: string) => callWith(app.url, token, '/osm/session/unlock', { password: digest(word) })
    expect((await me(token)).hasLockPassword).toBe(false)
    expect(await lock({ password: 'plain' })).toMatchObject({ status: 400, msg: '锁屏密码不能为空' })
    expect((await list(token)).status).toBe(200)
    expect((await lock({ password: digest('desk') })).data).toEqual({ locked: true })
    expect(await me(token)).toMatchObject({ isLocked: true, hasLockPassword: true })
    expect((await list(token)).error).toBe('locked')
    // Another password cannot be set over a lock.
    expect((await lock({ password: digest('mine') })).error).toBe('locked')
    expect(await unlock(password)).toMatchObject({ status: 400, msg: '锁屏密码不正确，还可尝试 9 次' })
    expect((await unlock('desk')).data).toEqual({ locked: false })
    expect((await list(token)).status).toBe(200)
    expect((await lock({})).status).toBe(200)
    expect((await unlock('desk')).status).toBe(200)
    const [row] = await app.sql('select lock_hash from session where lock_hash is not null')
    expect(String(row!.lock_hash)).toMatch(/^\$argon2id\$/)
    // A session of the same person elsewhere has none.
    expect((await me((await app.signIn(home.tenant, 'head')).token)).hasLockPassword).toBe(false)
  })

  test('that is guessed ends the session, and the account stays open', async () => {
    const { body } = await askToken(app, byPassword('keeper'))
    const call = (path: string, word: string) => callWith(app.url, body.access_token, path, { password: digest(word) })
    await call('/osm/session/lock', 'desk')
    for (let n = 0; n < 10; n++) expect((await call('/osm/session/unlock', `guess ${n}`)).status).toBe(400)
    expect((await call('/osm/session/unlock', 'desk')).error).toBe('signed_out')
    expect((await callWith(app.url, body.access_token, '/blade-user/info')).status).toBe(401)
    const again = { refreshToken: body.refresh_token, tenantId: home.tenant, grant_type: 'refresh_token' }
    expect((await askToken(app, again)).status).toBe(401)
    expect((await askToken(app, byPassword('keeper'))).status).toBe(200)
    const events = await app.sql(`select count(*)::int as n from access_log where event = 'wrongLock'`)
    expect(events).toEqual([{ n: 11 }])
  })
})

describe('one role of several', () => {
  test('a session acts in it alone, with no right beyond it, until all are chosen again', async () => {
    const two = await lab.settled('engineer', { moreRoles: [lab.roles.auditor] })
    const { client } = two
    const act = (body: object) => client.post('/osm/session/switch-role', body)
    const deptId = home.depts.bones
    const logs = async () => (await client.get('/system/access-log/list').catch(() => undefined))?.status
    const before = await me(client.token)
    expect((before.heldRoles as unknown[]).length).toBe(2)
    expect(before.actingRoleId).toBeNull()
    const whole = (before.rights as string[]).length
    expect(await act({})).toMatchObject({ status: 400, msg: '请选择部门' })
    expect(await act({ deptId: home.depts.medicine, roleId: lab.roles.auditor })).toMatchObject({ status: 400, msg: '请选择部门' })
    expect(await act({ deptId })).toMatchObject({ status: 400, msg: '请选择角色' })
    expect(await act({ deptId, roleId: lab.roles.administrator })).toMatchObject({ status: 400, msg: '请选择角色' })
    expect((await act({ deptId, roleId: lab.roles.auditor })).data).toEqual({ switched: true })
    const narrowed = await me(client.token)
    expect(narrowed).toMatchObject({ actingRoleId: lab.roles.auditor, role_name: 'auditor' })
    expect((narrowed.heldRoles as unknown[]).length).toBe(2)
    const auditor = (await me((await app.as('auditor')).token)).rights as string[]
    expect([...(narrowed.rights as string[])].sort()).toEqual([...auditor].sort())
    expect((narrowed.rights as string[]).length).toBeLessThan(whole)
    const onlyEngineer = (before.rights as string[]).filter((right) => !auditor.includes(right))
    expect(onlyEngineer).toContain('repairOrder.submit')
    expect((await client.post('/eam/eventtyperepair/submit', { faultDescription: '无法开机' })).status).toBe(403)
    // Tokens that are renewed stay in the role; another session of the person has all of them.
    const renewed = await askToken(app, { refreshToken: client.refreshToken, tenantId: home.tenant, grant_type: 'refresh_token' })
    expect((await me(renewed.body.access_token)).actingRoleId).toBe(lab.roles.auditor)
    const wide = await callWith(app.url, renewed.body.access_token, '/osm/session/switch-role', { deptId, roleId: 'all' })
    expect(wide.status).toBe(200)
    expect(((await me(renewed.body.access_token)).rights as string[]).length).toBe(whole)
    expect(await logs()).not.toBe(500)
  })

  test('that is taken away ends what the session may do', async () => {
    const { id, client } = await lab.settled('engineer', { moreRoles: [lab.roles.auditor] })
    expect((await client.post('/osm/session/switch-role', { deptId: home.depts.bones, roleId: lab.roles.auditor })).status).toBe(200)
    expect((await admin.post('/blade-user/grant', { userIds: [id], roleIds: [lab.roles.engineer] })).status).toBe(200)
    expect((await callWith(app.url, client.token, '/blade-user/info')).status).toBe(401)
  })

  test('is never the one of wall screens, which could not change back', async () => {
    const { client } = await lab.settled('engineer', { moreRoles: [lab.roles.virtual] })
    expect((await me(client.token)).heldRoles).toMatchObject([{ id: lab.roles.engineer }])
    const act = (roleId: unknown) => client.post('/osm/session/switch-role', { deptId: home.depts.bones, roleId })
    expect(await act(lab.roles.virtual)).toMatchObject({ status: 400, msg: '请选择角色' })
    expect((await act('all')).status).toBe(200)
  })

  test('makes the others no less one’s own: their rights stay as they are', async () => {
    const rights = ['role.list', 'role.submit', 'role.grant', 'dataScope.list', 'dataScope.submit', 'device.list']
    const [main, second] = [await lab.clerk(rights), await lab.clerk(['device.list'], 'own')]
    const { client } = await lab.settled(main.alias, { moreRoles: [lab.roles[second.alias]] })
    const acting = { deptId: home.depts.bones, roleId: lab.roles[main.alias] }
    expect((await client.post('/osm/session/switch-role', acting)).status).toBe(200)
    const refused = { status: 400, msg: '不能更改自己角色的权限和数据范围' }
    const [id, roleIds] = [lab.roles[second.alias], [lab.roles[second.alias]]]
    expect(await client.post('/blade-system/role/grant', { roleIds, menuIds: rights.join() })).toMatchObject(refused)
    expect(await client.post('/blade-system/role/submit', { id, reach: 'all' })).toMatchObject(refused)
  })
})

describe('signing in without a tenant', () => {
  const unnamed = (account: string, word = password) => askToken(app, byPassword(account, { tenantId: '', password: digest(word) }))

  test('leads to the one that fits, offers those where several do, and tells who does not know the password nothing', async () => {
    await bothHospitals('engineer')
    const several = await unnamed('engineer')
    expect(several).toMatchObject({ status: 400, body: { error_description: '请选择要登录的机构' } })
    expect((several.body.data as { tenants: unknown }).tenants).toEqual([
      // The demo hospital has an engineer with the same password.
      { tenantId: '100001', tenantName: '江城市第一人民医院' },
      { tenantId: home.tenant, tenantName: `医院${home.tenant}` },
      { tenantId: other.tenant, tenantName: `医院${other.tenant}` },
    ])
    expect(several.cookies.size).toBe(0)
    const { account } = await lab.settled('keeper')
    expect((await unnamed(account, 'Own2026')).body.tenant_id).toBe(home.tenant)
    const refused = await Promise.all([unnamed('engineer', 'wrong'), unnamed('who is this')])
    expect(new Set(refused.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(refused[0]!.body.error).toBe('wrong_password')
  })

  test('locks after ten wrong passwords, and leaves the sign-in with a tenant open', async () => {
    for (let n = 0; n < 10; n++) expect((await unnamed('virtual', 'wrong')).body.error).toBe('wrong_password')
    expect((await unnamed('virtual')).body.error).toBe('locked_out')
    expect((await askToken(app, byPassword('virtual'))).status).toBe(200)
  })

  test('gives no room to guess the password of a namesake by one’s own', async () => {
    await app.sql(`delete from sign_in_attempt`)
    const { account } = await lab.settled('keeper')
    await writeAs(app.pool, other.tenant, async (tx) =>
      tx.later({
        text: 'update app_user set account = $3 where tenant_id = $1 and id = $2',
        values: [other.tenant, other.users.head, account],
      }),
    )
    expect((await unnamed(account, 'wrong')).body.error).toBe('wrong_password')
    // The ninth.
    await app.sql('update sign_in_attempt set failed = 9')
    expect((await unnamed(account, 'Own2026')).body.tenant_id).toBe(home.tenant)
    expect((await unnamed(account, 'wrong')).body.error).toBe('wrong_password')
    expect((await unnamed(account, 'wrong')).body.error).toBe('locked_out')
  })

  test('tells nothing about the password of an account that is locked', async () => {
    const { id, account } = await lab.settled('keeper')
    expect((await unnamed(account, 'Own2026')).status).toBe(200)
    await app.sql(`update app_user set locked_until = now() + interval '5 minutes' where id = $1`, [id])
    const answers = [await unnamed(account, 'Own2026'), await unnamed(account, 'wrong')]
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]!.body.error).toBe('wrong_password')
  })

  test('a tenant that the header names counts, and an account of a directory needs one', async () => {
    const asked = byPassword('engineer', { tenantId: '' })
    const named = await askToken(app, asked, { headers: { 'tenant-id': home.tenant } })
    expect(named.body).toMatchObject({ tenant_id: home.tenant, user_id: home.users.engineer })
    const directory = await askToken(app, { ...asked, type: 'ldap', source: 'ad' })
    expect(directory).toMatchObject({ status: 400, body: { error_description: '请输入租户编号' } })
  })
})

describe('a hospital that is named', () => {
  const name = `医院${home.tenant}`
  const called = (tenantName: string, word = password) => {
    const { tenantId: _number, ...given } = byPassword('engineer', { tenantName, password: digest(word) })
    return askToken(app, given)
  }
  const help = async (query: string) =>
    (await (await fetch(`${app.url}/api/osm/auth/help?${query}`)).json()) as { data: { text: string; sends: boolean } }
  const ask = (tenantName: string) => help(new URLSearchParams({ tenantName }).toString())

  test('is found by its exact name, in any width and with blanks around it, and by nothing less', async () => {
    expect((await called(name)).body).toMatchObject({ tenant_id: home.tenant, user_id: home.users.engineer })
    expect((await called(` ${name} `)).body.tenant_id).toBe(home.tenant)
    const refused = await Promise.all([called(name, 'wrong'), called('医院'), called(name.slice(0, -1)), called('%'), called('-')])
    expect(new Set(refused.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(refused[0]!.body.error).toBe('wrong_password')
  })

  test('is none where two have the name or it is stopped; a number of another one wins', async () => {
    const rename = (to: string) => app.sql('update tenant set tenant_name = $2 where id = $1', [other.tenant, to])
    await rename(name)
    expect((await called(name)).body.error).toBe('wrong_password')
    await rename(home.tenant)
    expect((await called(home.tenant)).body.tenant_id).toBe(home.tenant)
    await rename(`医院${other.tenant}`)
    await app.sql('update tenant set stopped_at = now() where id = $1', [other.tenant])
    expect((await called(`医院${other.tenant}`)).body.error).toBe('wrong_password')
    await app.sql('update tenant set stopped_at = null where id = $1', [other.tenant])
  })

  test('says by a parameter whom to ask about a password, and nothing where none is set or no such hospital is known', async () => {
    expect((await ask(name)).data).toEqual({ text: '', sends: false })
    const facts = { paramName: '登录求助', paramKey: 'signIn.help', paramValue: '请致电设备科 8123' }
    expect((await admin.post('/blade-system/param/submit', facts)).status).toBe(200)
    expect((await ask(name)).data).toEqual({ text: '请致电设备科 8123', sends: false })
    expect((await help(`tenantId=${home.tenant}`)).data).toEqual({ text: '请致电设备科 8123', sends: false })
    for (const unknown of ['医院', '没有这家']) expect((await ask(unknown)).data).toEqual({ text: '', sends: false })
    expect((await help('')).data).toEqual({ text: '', sends: false })
  })

  test('[SHELL-CONST-3] is looked for by the account where the default is sent and has no such account', async () => {
    const { account } = await lab.settled('keeper')
    const byDefault = (who: string, word: string) => askToken(app, byPassword(who, { tenantId: '000000', password: digest(word) }))
    expect((await byDefault(account, 'Own2026')).body.tenant_id).toBe(home.tenant)
    expect((await byDefault(account, 'wrong')).body.error).toBe('wrong_password')
    expect((await byDefault('admin', 'admin')).body.tenant_id).toBe('000000')
  })
})

describe('a session that is handed over', () => {
  test('goes on in the other tenant and ends where it was; its token is worth nothing more', async () => {
    await bothHospitals('auditor')
    const { body } = await askToken(app, byPassword('auditor'))
    const take = (tenantId: string, refreshToken = body.refresh_token) =>
      askToken(app, { grant_type: 'switch_token' }, { json: { tenantId, refreshToken } })
    const moved = await take(other.tenant)
    expect(moved.body).toMatchObject({ tenant_id: other.tenant, user_id: other.users.auditor })
    expect(moved.cookies.get('eam-access')).toMatch(/HttpOnly/)
    expect((await me(moved.body.access_token)).tenantId).toBe(other.tenant)
    expect((await callWith(app.url, body.access_token, '/blade-user/info')).status).toBe(401)
    expect((await take(other.tenant)).status).toBe(401)
    expect((await take(other.tenant, moved.body.refresh_token)).body.tenant_id).toBe(other.tenant)
  })

  test('leads to no tenant that its person does not belong to, past no lock, and from no other site', async () => {
    const { body } = await askToken(app, byPassword('warehouse_keeper'))
    const take = (refreshToken: unknown, more: Record<string, string> = {}) =>
      askToken(app, { grant_type: 'switch_token' }, { json: { tenantId: other.tenant, refreshToken }, headers: more })
    expect((await take(body.refresh_token, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await take(body.refresh_token)).status).toBe(404)
    // What was refused has changed nothing: both tokens go on.
    expect((await me(body.access_token)).tenantId).toBe(home.tenant)
    expect((await take(body.refresh_token)).status).toBe(404)
    const again = { refreshToken: body.refresh_token, tenantId: home.tenant, grant_type: 'refresh_token' }
    expect((await askToken(app, again)).status).toBe(200)
    for (const rubbish of ['x', `${home.tenant}.${'a'.repeat(43)}`]) expect((await take(rubbish)).status).toBe(401)
    const { body: locked } = await askToken(app, byPassword('warehouse_keeper'))
    await callWith(app.url, locked.access_token, '/osm/session/lock', {})
    expect((await take(locked.refresh_token)).body.error).toBe('locked')
    expect((await list(locked.access_token)).error).toBe('locked')
  })
})
