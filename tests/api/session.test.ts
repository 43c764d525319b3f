import { describe, expect, test } from 'vitest'
import { menu } from '#contract/menu.ts'
import { buildApp } from '#server/app.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { readSettings } from '#server/settings.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { digest, home, other, password } from '#tests/harness/hospitals.ts'
import { askToken, byPassword, callWith, type Flat } from './token-request.ts'

const app = await appForFile()

const me = (token: string, url = app.url) => callWith(url, token, '/blade-user/info')
const refresh = (token: string, more: Record<string, string> = {}) =>
  askToken(app, { tenantId: home.tenant, refreshToken: token, grant_type: 'refresh_token', scope: 'all', ...more })
const change = (text: string, values: unknown[], tenant = other.tenant) => writeAs(app.pool, tenant, (tx) => tx.run({ text, values }))
const fresh = async (account: string, tenant = other.tenant): Promise<string> => (await app.signIn(tenant, account)).token

describe('signing in', () => {
  test('the digest of the password opens a session, flat and in snake case [SHELL-ENT-USER-1]', async () => {
    const { status, body } = await askToken(app, byPassword('keeper'))
    expect(status).toBe(200)
    for (const field of [
      'access_token',
      'refresh_token',
      'tenant_id',
      'user_id',
      'user_name',
      'nick_name',
      'avatar',
      'dept_id',
      'role_id',
      'oauth_id',
    ])
      expect(body).toHaveProperty(field)
    expect(body).toMatchObject({
      tenant_id: home.tenant,
      user_id: home.users.keeper,
      user_name: 'keeper',
      dept_id: home.depts.surgery,
      expires_in: 3600,
    })
    expect(body).not.toHaveProperty('code')
    expect((await me(body.access_token)).data.userId).toBe(home.users.keeper)
  })

  test('parameters come in the query, in a JSON body, and the tenant in a header too', async () => {
    const { tenantId, ...rest } = byPassword('head')
    expect((await askToken(app, {}, { json: { tenantId, ...rest } })).status).toBe(200)
    expect((await askToken(app, rest, { headers: { 'tenant-id': tenantId! } })).body.tenant_id).toBe(home.tenant)
    expect((await askToken(app, rest)).status).toBe(400)
  })

  test('an empty body beside a query, and a plain form, are read too', async () => {
    const url = `${app.url}/api/osm/auth/oauth/token`
    const asked = new URLSearchParams(byPassword('head'))
    const empty = await fetch(`${url}?${asked}`, { method: 'POST', headers: { 'content-type': 'application/json' } })
    expect(empty.status).toBe(200)
    const form = await fetch(url, { method: 'POST', body: asked })
    expect(form.status).toBe(200)
    const half = await fetch(url, { method: 'POST', body: '{"username":', headers: { 'content-type': 'application/json' } })
    expect([half.status, ((await half.json()) as { msg: string }).msg]).toEqual([400, '请求无法读取，请检查内容后重试'])
  })

  test('the account belongs to the tenant, in upper or lower case', async () => {
    expect((await askToken(app, byPassword('KEEPER'))).body.user_id).toBe(home.users.keeper)
    expect((await askToken(app, byPassword('keeper', { tenantId: other.tenant }))).body.user_id).toBe(other.users.keeper)
    expect((await askToken(app, byPassword('manager'))).status).toBe(400)
  })

  test('a wrong password, an unknown account, an unknown tenant and a plain password get one and the same answer', async () => {
    const wrong = [
      byPassword('auditor', { password: digest('wrong') }),
      byPassword('nobody'),
      byPassword('auditor', { tenantId: '999999' }),
      byPassword('auditor', { tenantId: "1'--" }),
      byPassword('auditor', { password }),
      byPassword('auditor', { password: '' }),
    ]
    const answers = await Promise.all(wrong.map((query) => askToken(app, query)))
    const plain = answers.filter(({ body }) => body.error !== 'bad_input')
    expect(new Set(plain.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(plain[0]).toMatchObject({ status: 400, body: { error: 'wrong_password', error_description: '账号或密码不正确' } })
    expect(answers.every(({ status, body, cookies }) => status === 400 && !body.access_token && cookies.size === 0)).toBe(true)
    expect((await askToken(app, byPassword('auditor'))).status).toBe(200)
  })

  test.each(['client_credentials', 'dummy', 'rubbish', ''])(
    '[SHELL-AUTH-2] the grant “%s” is refused with a message (deviation)',
    async (grant_type) => {
      const { status, body } = await askToken(app, byPassword('auditor', { grant_type }), { headers: { 'accept-language': 'en' } })
      expect(status).toBe(400)
      expect(body.error_description).toMatch(/sign-in|required/i)
    },
  )

  test('tokens are stored as hashes only, and the log knows who signed in', async () => {
    const { body } = await askToken(app, byPassword('engineer'))
    const all = JSON.stringify([
      await app.sql('select encode(token_hash, $1) from session', ['escape']),
      await app.sql('select encode(token_hash, $1) from refresh_token', ['escape']),
    ])
    for (const token of [body.access_token, body.refresh_token]) expect(all).not.toContain(token.split('.')[1])
    const events = await app.sql(`select verb from audit_event where tenant_id = $1 and actor_id = $2 and entity = 'session'`, [
      home.tenant,
      home.users.engineer,
    ])
    expect(events).toContainEqual({ verb: 'signIn' })
  })
})

describe('cookies', () => {
  test('the tokens are out of reach of scripts and other sites, the refresh token travels to the token calls only [SHELL-CONST-2] (deviation)', async () => {
    const { cookies, body } = await askToken(app, byPassword('head'))
    for (const name of ['eam-access', 'eam-refresh'])
      expect(cookies.get(name)).toMatch(/HttpOnly(.*)SameSite=Strict|SameSite=Strict(.*)HttpOnly/)
    expect(cookies.get('eam-access')).toMatch(/Path=\/api;/)
    expect(cookies.get('eam-refresh')).toMatch(/Path=\/api\/blade-auth\/oauth\/token;/)
    expect(cookies.get('eam-session')).not.toContain(body.access_token)
    expect(cookies.get('eam-session')).toMatch(/SameSite=Strict/)
  })

  test('behind HTTPS they are Secure', async () => {
    const pool = openPool(app.database.appUrl, 2)
    const secure = await buildApp({
      settings: readSettings({ NODE_ENV: 'test', RATE_LIMIT: '0', LOG_LEVEL: 'silent', PUBLIC_URL: 'https://ward.example' }),
      pool,
    })
    const url = await secure.listen({ host: '127.0.0.1', port: 0 })
    const { cookies } = await askToken({ url }, byPassword('head'))
    expect([...cookies.values()].every((line) => /; Secure/.test(line))).toBe(true)
    await secure.close()
    await pool.end()
  })
})

describe('refreshing', () => {
  test('new tokens take the place of the old ones; a department or role in the request changes neither', async () => {
    const first = (await askToken(app, byPassword('keeper'))).body
    const second = await refresh(first.refresh_token, { deptId: home.depts.medicine, roleId: home.users.head })
    expect(second.status).toBe(200)
    expect([second.body.dept_id, second.body.role_id]).toEqual([first.dept_id, first.role_id])
    expect(second.body.access_token).not.toBe(first.access_token)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    expect((await me(first.access_token)).status).toBe(401)
    expect((await me(second.body.access_token)).data.userId).toBe(home.users.keeper)
    const third = await askToken(
      app,
      { refreshToken: second.body.refresh_token, tenantId: home.tenant },
      { path: '/blade-auth/oauth/token/refresh' },
    )
    expect((await me(third.body.access_token)).status).toBe(200)
  })

  test('a refresh token whose answer was lost works again at once', async () => {
    const first = (await askToken(app, byPassword('keeper'))).body
    await refresh(first.refresh_token)
    const again = await refresh(first.refresh_token)
    expect(again.status).toBe(200)
    expect((await me(again.body.access_token)).status).toBe(200)
  })

  test('a refresh token that is reused later counts as stolen: the whole session ends', async () => {
    const first = (await askToken(app, byPassword('keeper'))).body
    const second = (await refresh(first.refresh_token)).body
    await app.sql(`update refresh_token set used_at = used_at - interval '21 seconds' where used_at is not null`)
    const stolen = await refresh(first.refresh_token)
    expect(stolen).toMatchObject({ status: 401, body: { error: 'signed_out' } })
    expect((await me(second.access_token)).status).toBe(401)
    expect((await refresh(second.refresh_token)).status).toBe(401)
  })

  test('an expired refresh token and a made-up one are refused', async () => {
    const { refresh_token } = (await askToken(app, byPassword('keeper'))).body
    await app.sql(`update refresh_token set expires_at = now() - interval '1 second' where tenant_id = $1 and used_at is null`, [
      home.tenant,
    ])
    expect((await refresh(refresh_token)).status).toBe(401)
    for (const token of ['', 'x', `${home.tenant}.${'a'.repeat(43)}`, `${other.tenant}.${refresh_token.split('.')[1]}`])
      expect((await refresh(token)).status).toBe(401)
  })
})

describe('the end of a session', () => {
  test('signing out ends it at the very next call, refresh token and cookies too', async () => {
    const { body } = await askToken(app, byPassword('auditor'))
    const out = await fetch(`${app.url}/api/blade-auth/oauth/logout`, { headers: { 'blade-auth': `bearer ${body.access_token}` } })
    expect(out.status).toBe(200)
    expect(out.headers.getSetCookie().filter((line) => /Expires=Thu, 01 Jan 1970/.test(line))).toHaveLength(3)
    expect((await me(body.access_token)).status).toBe(401)
    expect((await refresh(body.refresh_token)).status).toBe(401)
  })

  test('an hour later the token has expired', async () => {
    const token = await fresh('auditor')
    expect((await me(token)).status).toBe(200)
    await app.sql(`update session set expires_at = now() - interval '1 second' where tenant_id = $1`, [other.tenant])
    expect((await me(token)).status).toBe(401)
  })

  test('revoked by another person, the next call is refused, reading and writing', async () => {
    const token = await fresh('equipment_manager')
    expect((await me(token)).status).toBe(200)
    await change('update session set revoked_at = now() where tenant_id = $1 and user_id = $2', [
      other.tenant,
      other.users.equipment_manager,
    ])
    expect((await me(token)).status).toBe(401)
    expect((await callWith(app.url, token, '/eam/device/submit', { deviceName: '甲' })).status).toBe(401)
  })

  test('a stopped user is out at the next call', async () => {
    const token = await fresh('engineer')
    expect((await me(token)).status).toBe(200)
    await change(`update app_user set status = 'stopped' where tenant_id = $1 and id = $2`, [other.tenant, other.users.engineer])
    expect((await me(token)).status).toBe(401)
    expect((await askToken(app, byPassword('engineer', { tenantId: other.tenant }))).body.error).toBe('wrong_password')
    await change(`update app_user set status = 'active' where tenant_id = $1 and id = $2`, [other.tenant, other.users.engineer])
  })
})

describe('rights are checked at every call', () => {
  test('a right that is taken away is gone at the next call, one that is given is there', async () => {
    const token = await fresh('equipment_manager')
    const add = (name: string) => callWith(app.url, token, '/eam/deviceparts/submit', { partName: name, quantity: 1 })
    expect((await add('甲')).status).toBe(200)
    const role = `(select role_id from app_user where tenant_id = $1 and id = '${other.users.equipment_manager}')`
    await change(`delete from role_grant where tenant_id = $1 and role_id = ${role} and right_code = 'devicePart.submit'`, [other.tenant])
    expect(await add('乙')).toMatchObject({ status: 403, error: 'forbidden' })
    await change(`insert into role_grant (tenant_id, role_id, right_code) values ($1, ${role}, 'devicePart.submit')`, [other.tenant])
    expect((await add('丙')).status).toBe(200)
  })

  test('an API scope that is taken away closes its calls', async () => {
    const token = await fresh('equipment_manager')
    const list = () => callWith(app.url, token, '/eam/device/list')
    expect((await list()).status).toBe(200)
    const role = `(select role_id from app_user where tenant_id = $1 and id = '${other.users.equipment_manager}')`
    const [scope] = await app.sql('select api_scope_id from role_api_scope where tenant_id = $1 limit 1', [other.tenant])
    await change(`delete from role_api_scope where tenant_id = $1 and role_id = ${role}`, [other.tenant])
    expect((await list()).status).toBe(403)
    await change(`insert into role_api_scope (tenant_id, role_id, api_scope_id) values ($1, ${role}, $2)`, [
      other.tenant,
      scope!.api_scope_id,
    ])
    expect((await list()).status).toBe(200)
  })

  test('another role takes effect at the next call', async () => {
    const token = await fresh('administrator')
    expect((await callWith(app.url, token, '/blade-system/dept/submit', { deptName: '新科', category: 'clinical' })).status).toBe(200)
    const of = (alias: string) => `(select id from role where tenant_id = $1 and role_alias = '${alias}')`
    await change(`update app_user set role_id = ${of('auditor')} where tenant_id = $1 and id = $2`, [
      other.tenant,
      other.users.administrator,
    ])
    expect((await callWith(app.url, token, '/blade-system/dept/submit', { deptName: '再新科', category: 'clinical' })).status).toBe(403)
    expect((await me(token)).data.role_name).toBe('auditor')
    await change(`update app_user set role_id = ${of('administrator')} where tenant_id = $1 and id = $2`, [
      other.tenant,
      other.users.administrator,
    ])
    expect((await me(token)).data.role_name).toBe('administrator')
  })

  test('another department takes effect at the next call', async () => {
    const manager = await fresh('equipment_manager')
    for (const [name, dept] of [
      ['外科机', other.depts.surgery],
      ['内科机', other.depts.medicine],
    ])
      await callWith(app.url, manager, '/eam/device/submit', { deviceName: name, useDeptId: dept })
    const token = await fresh('keeper')
    const names = async () =>
      ((await callWith(app.url, token, '/eam/device/list')).data.records as { deviceName: string }[]).map((row) => row.deviceName)
    expect(await names()).toEqual(['外科机'])
    await change('update app_user set dept_id = $3 where tenant_id = $1 and id = $2', [
      other.tenant,
      other.users.keeper,
      other.depts.medicine,
    ])
    expect(await names()).toEqual(['内科机'])
    await change('update app_user set dept_id = $3 where tenant_id = $1 and id = $2', [
      other.tenant,
      other.users.keeper,
      other.depts.surgery,
    ])
    expect(await names()).toEqual(['外科机'])
  })

  test('a department that moves away takes its rows along', async () => {
    const manager = await fresh('equipment_manager')
    await callWith(app.url, manager, '/eam/device/submit', { deviceName: '骨科机', useDeptId: other.depts.bones })
    const token = await fresh('keeper')
    const total = async () => (await callWith(app.url, token, '/eam/device/list?deviceName=%E9%AA%A8%E7%A7%91%E6%9C%BA')).data.total
    expect(await total()).toBe(1)
    const admin = await fresh('administrator')
    expect(
      (await callWith(app.url, admin, '/blade-system/dept/submit', { id: other.depts.bones, parentId: other.depts.medicine })).status,
    ).toBe(200)
    expect(await total()).toBe(0)
    expect(
      (await callWith(app.url, admin, '/blade-system/dept/submit', { id: other.depts.bones, parentId: other.depts.surgery })).status,
    ).toBe(200)
    expect(await total()).toBe(1)
  })
})

describe('two processes on one database', () => {
  test('what one ends or changes the other sees at its next call', async () => {
    const pool = openPool(app.database.appUrl, 4)
    const second = await buildApp({ settings: readSettings({ NODE_ENV: 'test', RATE_LIMIT: '0', LOG_LEVEL: 'silent' }), pool })
    const url = await second.listen({ host: '127.0.0.1', port: 0 })
    try {
      const token = await fresh('warehouse_keeper')
      for (const at of [app.url, url]) expect((await me(token, at)).status).toBe(200)
      expect((await callWith(url, token, '/osm/session/lock', {})).status).toBe(200)
      expect((await callWith(app.url, token, '/eam/device/list')).error).toBe('locked')
      expect((await callWith(app.url, token, '/osm/session/unlock', { password: digest(password) })).status).toBe(200)
      expect((await callWith(url, token, '/eam/device/list')).status).toBe(200)
      await callWith(url, token, '/blade-auth/oauth/logout')
      for (const at of [app.url, url]) expect((await me(token, at)).status).toBe(401)
    } finally {
      await second.close()
      await pool.end()
    }
  })
})

describe('the locked screen', () => {
  test('answers nothing but the information, unlocking and signing out, until the password comes', async () => {
    const token = await fresh('head')
    const call = (path: string, body?: unknown) => callWith(app.url, token, path, body)
    expect((await call('/osm/session/lock', {})).data).toEqual({ locked: true })
    for (const path of ['/eam/device/list', '/blade-system/menu/buttons', '/blade/menu/routes', '/sync/pull', '/eam/device/export'])
      expect([path, await call(path)]).toMatchObject([path, { status: 403, error: 'locked', msg: '屏幕已锁定，请先解锁' }])
    for (const path of ['/eam/device/submit', '/osm/session/lock', '/sync/push'])
      expect([path, (await call(path, {})).status]).toEqual([path, 403])
    expect((await me(token)).data.isLocked).toBe(true)
    expect(await call('/osm/session/unlock', { password: digest('wrong') })).toMatchObject({ status: 400, error: 'wrong_password' })
    expect((await call('/eam/device/list')).status).toBe(403)
    expect((await call('/osm/session/unlock', { password: digest(password) })).status).toBe(200)
    expect((await call('/eam/device/list')).status).toBe(200)
  })

  test('a refreshed session stays locked, and many who unlock at once do not wait for each other', async () => {
    const { body } = await askToken(app, byPassword('head', { tenantId: other.tenant }))
    await callWith(app.url, body.access_token, '/osm/session/lock', {})
    const renewed = (await askToken(app, { refreshToken: body.refresh_token, tenantId: other.tenant, grant_type: 'refresh_token' }))
      .body as Flat
    expect((await callWith(app.url, renewed.access_token, '/eam/device/list')).error).toBe('locked')
    const tokens = await Promise.all(Array.from({ length: 16 }, (_, index) => fresh(index % 2 ? 'keeper' : 'auditor')))
    await Promise.all(tokens.map((token) => callWith(app.url, token, '/osm/session/lock', {})))
    const done = await Promise.all(tokens.map((token) => callWith(app.url, token, '/osm/session/unlock', { password: digest(password) })))
    expect(done.map(({ status }) => status)).toEqual(tokens.map(() => 200))
  })
})

describe('several tenants', () => {
  test('a person changes to another own tenant and to no foreign one [SHELL-PERM-5]', async () => {
    const [person] = await app.sql('select person_id from app_user where tenant_id = $1 and id = $2', [
      home.tenant,
      home.users.provider_engineer,
    ])
    const guest = other.users.virtual
    await writeAs(app.pool, other.tenant, async (tx) => {
      tx.later({ text: 'delete from membership where tenant_id = $1 and user_id = $2', values: [other.tenant, guest] })
      tx.later({
        text: 'update app_user set person_id = $3 where tenant_id = $1 and id = $2',
        values: [other.tenant, guest, person!.person_id],
      })
      tx.later({
        text: 'insert into membership (person_id, tenant_id, user_id) values ($1, $2, $3)',
        values: [person!.person_id, other.tenant, guest],
      })
    })
    const { body } = await askToken(app, byPassword('provider_engineer'))
    const info = (await me(body.access_token)).data
    expect(info.belongTenant).toEqual([
      { tenantId: home.tenant, tenantName: `医院${home.tenant}` },
      { tenantId: other.tenant, tenantName: `医院${other.tenant}` },
    ])
    const headers = { 'blade-auth': `bearer ${body.access_token}` }
    const moved = await askToken(app, { grant_type: 'switch_token', tenantId: other.tenant }, { headers })
    expect(moved.body).toMatchObject({ tenant_id: other.tenant, user_id: guest })
    expect((await me(moved.body.access_token)).data).toMatchObject({ tenantId: other.tenant, userId: guest })
    expect((await me(body.access_token)).data.tenantId).toBe(home.tenant)
    for (const tenantId of ['100001', '000000', '999999'])
      expect(await askToken(app, { grant_type: 'switch_token', tenantId }, { headers })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      })
    expect((await askToken(app, { grant_type: 'switch_token', tenantId: other.tenant })).status).toBe(401)
  })
})

describe('what the shell asks for', () => {
  test('my information [SHELL-ENT-USER-3] [SHELL-ENT-USER-4]', async () => {
    const { data } = await me(await fresh('keeper', home.tenant))
    expect(data).toMatchObject({
      account: 'keeper',
      role_name: 'keeper',
      realName: '科室资产管理员',
      roleName: '科室资产管理员',
      deptId: home.depts.surgery,
      tenantId: home.tenant,
      tenantName: `医院${home.tenant}`,
    })
    expect(data.belongTenant).toEqual([{ tenantId: home.tenant, tenantName: `医院${home.tenant}` }])
    expect(JSON.stringify(data)).not.toMatch(/hash|token/i)
  })

  test('the menu holds what the person may see, at both of its addresses', async () => {
    const codes = (items: { code: string; children: never[] }[]): string[] => items.flatMap((item) => [item.code, ...codes(item.children)])
    const of = async (role: string, path = '/blade/menu/routes?code=EAM') =>
      codes((await callWith(app.url, await fresh(role, home.tenant), path)).data as never)
    // What the platform alone keeps, and what service providers alone have.
    const foreign = ['hospital', 'menu', 'topMenu', 'tenantPackage', 'oss', 'client', 'dict', 'codeForm', 'providerOrder']
    const whole = (items: typeof menu): string[] => items.flatMap((item) => [item.code, ...whole(item.children ?? [])])
    expect(await of('administrator')).toEqual(whole(menu).filter((code) => !foreign.includes(code)))
    expect(await of('administrator', '/blade-system/menu/routes')).toEqual(whole(menu).filter((code) => !foreign.includes(code)))
    expect(await of('provider_engineer')).toEqual([
      'home',
      'boards',
      'assetBoard',
      'maintenanceBoard',
      'mapBoard',
      'asset',
      'device',
      'report',
      'assetFiles',
      'deviceAttach',
      'maintenance',
      'maintainOrder',
      'dueCalendar',
      'checklist',
      'checklistTask',
      'checklistVersion',
      'pool',
      'markedDevice',
      'flow',
      'flowWork',
      'flowInstance',
      'place',
      'location',
      'system',
      'dept',
    ])
    expect(await of('virtual')).toEqual(['home', 'boards', 'deptBoard', 'deviceBoard'])
  })

  test('the buttons are a tree whose leaves are the rights of the person [SHELL-PERM-1] [SHELL-PERM-2] (deviation)', async () => {
    const token = await fresh('keeper', home.tenant)
    const tree = (await callWith(app.url, token, '/blade-system/menu/buttons')).data as unknown as {
      code: string
      children: { code: string; name: string; children?: unknown }[]
    }[]
    const leaves = tree.flatMap((item) => item.children)
    expect(leaves.every((leaf) => leaf.children === undefined && leaf.name.length > 0)).toBe(true)
    const { rights } = (await me(token)).data as { rights: string[] }
    // Beside the rights, of families of the platform, what front ends of the given calls call their buttons.
    const [own, given] = [leaves.filter(({ code }) => code.includes('.')), leaves.filter(({ code }) => !code.includes('.'))]
    expect([...new Set(own.map((leaf) => leaf.code))].sort()).toEqual([...rights].sort())
    expect(given.every(({ code }) => /^[a-z]+_(view|add|edit|delete)$/.test(code))).toBe(true)
    expect(tree.some((item) => leaves.some((leaf) => leaf.code === item.code))).toBe(false)
    const wall = (await callWith(app.url, await fresh('virtual', home.tenant), '/blade-system/menu/buttons')).data as unknown as typeof tree
    expect([...new Set(wall.flatMap((item) => item.children.map(({ code }) => code)))]).toEqual(['board.list'])
  })

  test('error logs are kept, as a list or in an object', async () => {
    const token = await fresh('keeper', home.tenant)
    const entries = [
      { type: 'error', message: '甲' },
      { type: 'error', message: '乙' },
    ]
    for (const body of [entries, { logs: entries }])
      expect(await callWith(app.url, token, '/blade-auth/oauth/logout', body)).toMatchObject({ status: 200, data: { stored: 2 } })
    expect(await app.sql('select user_id from client_log where tenant_id = $1', [home.tenant])).toHaveLength(4)
    expect((await me(token)).status).toBe(200)
  })

  test('of one person only a readable number is kept; the oldest are dropped, those of others stay', async () => {
    const [token, theirs] = [await fresh('auditor', home.tenant), await fresh('engineer', home.tenant)]
    const upload = async (by: string, logs: object[]) =>
      expect((await callWith(app.url, by, '/blade-auth/oauth/logout', logs)).data).toEqual({ stored: logs.length })
    const kept = (user: string) =>
      app.sql(`select entry ->> 'message' as message, entry ->> 'stack' as stack from client_log where user_id = $1 order by id`, [user])
    await upload(theirs, [{ message: '别人' }])
    for (let round = 0; round < 6; round++)
      await upload(
        token,
        Array.from({ length: 200 }, (_, at) => ({ message: `${round} ${at}` })),
      )
    const many = await kept(home.users.auditor)
    expect([many.length, many.at(-1)!.message]).toEqual([1000, '5 199'])
    expect(many.filter((row) => String(row.message).startsWith('0 '))).toEqual([])
    const long = (at: number) => ({ message: `长 ${at}`, stack: 'x'.repeat(20_000) })
    await upload(
      token,
      Array.from({ length: 150 }, (_, at) => long(at)),
    )
    const large = await kept(home.users.auditor)
    expect(large.length).toBeLessThan(100)
    expect(large.length).toBeGreaterThan(90)
    expect(large.at(-1)!.message).toBe('长 149')
    expect(await kept(home.users.engineer)).toMatchObject([{ message: '别人' }])
  })
})
