import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Client, clientOf, type Page, type Row } from '#tests/harness/app-for-test.ts'
import { digest, home, other, password } from '#tests/harness/hospitals.ts'
import { freeProvider, realProvider, visit } from '#tests/harness/oidc.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { plainRequest } from '#tests/harness/plain-request.ts'
import { codeNow } from '#tests/harness/totp.ts'

const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)
const platform = await app.signIn('000000', 'admin', 'admin')
const path = '/blade-system/identity-provider'

const backTo = (tenant: string, source: string): string => `${app.url}/login/federated/${tenant}/${source}`
const real = await realProvider({
  ward: [backTo(home.tenant, 'sso'), backTo(home.tenant, 'mail')],
  guest: [backTo(other.tenant, 'sso')],
  shared: [backTo(home.tenant, 'all')],
})
const free = await freeProvider('ward')
afterAll(async () => {
  await real.stop()
  await free.stop()
})

async function addProvider(draft: Record<string, unknown>, by = admin): Promise<string> {
  const row = { kind: 'oidc', providerName: '院内统一登录', matchBy: 'account', issuer: real.issuer, clientId: 'ward', ...draft }
  const saved = await by.post<Row>(`${path}/submit`, row)
  expect(saved.msg).toBe('操作成功')
  if (row.issuer === real.issuer)
    expect((await by.post(`${path}/secret`, { id: saved.data.id, secretKey: `secret-of-${row.clientId}` })).status).toBe(200)
  const enabled = await by.post(`${path}/enable`, { id: saved.data.id })
  expect(enabled).toMatchObject({ status: 200 })
  return saved.data.id
}

const begin = async (source = 'sso', tenantId = home.tenant) => {
  const response = await fetch(`${app.url}/api/osm/auth/federated/begin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, source }),
  })
  const [line = ''] = response.headers.getSetCookie()
  return { ...(await answerOf<{ address: string }>(response)), line, cookie: line.split(';')[0]! }
}

const finish = async (came: URL, cookie: string | undefined, more: Record<string, string> = {}) => {
  const [, , , tenantId = '', source = ''] = came.pathname.split('/')
  const given = { grant_type: 'social', tenantId, source, ...Object.fromEntries(came.searchParams), ...more }
  const response = await fetch(`${app.url}/api/osm/auth/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(given),
  })
  return { ...(await answerOf(response)), cookies: response.headers.getSetCookie() }
}

/** From the button to the answer of the sign-in. */
async function signInBy(source = 'sso', more: Record<string, string> = {}, tenantId = home.tenant) {
  const begun = await begin(source, tenantId)
  expect(begun.msg).toBe('操作成功')
  return finish(await visit(begun.data.address, app.url), begun.cookie, more)
}

/** As the superuser, with the tenant that triggers ask for. */
const inTenant = (tenant: string, text: string) => app.sql(`select set_config('app.tenant', '${tenant}', false); ${text}`)
const inHome = (text: string) => inTenant(home.tenant, text)

const failed = '身份源的应答无效，未登录，请重新登录'
const over = '统一登录已过期、已使用过或不是由此浏览器发起，请重新登录'

let id = ''
test('a provider is offered once it is described, has its secret, answers, and is activated', async () => {
  const ways = (tenantId: string) => fetch(`${app.url}/api/osm/auth/federated/list?tenantId=${tenantId}`).then((one) => answerOf(one))
  expect((await ways(home.tenant)).data).toEqual([])
  const bare = await admin.post<Row>(`${path}/submit`, { providerCode: 'bare', providerName: '空', kind: 'oidc', matchBy: 'account' })
  expect((await admin.post(`${path}/enable`, { id: bare.data.id })).msg).toBe('启用前请填写“签发者地址”')
  id = await addProvider({ providerCode: 'sso' })
  expect((await ways(home.tenant)).data).toEqual([{ tenantId: home.tenant, source: 'sso', name: '院内统一登录', kind: 'oidc' }])
  expect((await ways(other.tenant)).data).toEqual([])
  const row = await admin.get<Row>(`${path}/detail`, { id })
  expect(JSON.stringify(row.body)).not.toContain('secret-of-ward')
  expect(row.data.secretSetAt).toBeTruthy()
  expect(JSON.stringify(await app.sql(`select sealed, tenant_id from secret where row_id = $1`, [id]))).not.toContain('secret-of')
})

test('issuers are HTTPS or on this machine, inside the networks that the operator opened, and named without the path of their description', async () => {
  const refused = async (issuer: string) =>
    (await admin.post(`${path}/submit`, { providerCode: 'x', providerName: 'x', kind: 'oidc', matchBy: 'account', issuer })).msg
  expect(await refused('http://sso.example.org')).toBe('签发者地址须以 https:// 开头')
  expect(await refused('https://10.0.0.1')).toMatch('该地址指向内部网络')
  expect(await refused('https://name:word@sso.example.org')).toMatch('不含账号和密码')
  expect(await refused('https://sso.example.org/.well-known/openid-configuration')).toMatch('不含 /.well-known/')
  expect(
    (await admin.post(`${path}/submit`, { providerCode: 'y', providerName: 'y', kind: 'oidc', matchBy: 'account', isForAll: 1 })).msg,
  ).toBe('只有平台的身份源可供所有机构使用')
})

test('the browser returns to the address of the program, not to the host that a request names', async () => {
  const { text } = await plainRequest(`${app.url}/api/osm/auth/federated/begin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    body: JSON.stringify({ tenantId: home.tenant, source: 'sso' }),
  })
  const { address } = (JSON.parse(text) as { data: { address: string } }).data
  expect(new URL(address).searchParams.get('redirect_uri')).toBe(backTo(home.tenant, 'sso'))
})

test('[SHELL-AUTH-7] a person signs in at the provider: bound at the first sign-in by account, later by subject alone', async () => {
  real.now = { sub: 'sub-keeper', claims: { preferred_username: 'KEEPER' } }
  const begun = await begin()
  const address = new URL(begun.data.address)
  expect(address.origin).toBe(real.issuer)
  expect(address.searchParams.get('code_challenge_method')).toBe('S256')
  expect(begun.line).toMatch(/^eam-away=.+; Max-Age=600; Path=\/api\/osm\/auth; HttpOnly; SameSite=Lax/)
  const done = await finish(await visit(begun.data.address, app.url), begun.cookie)
  expect(done).toMatchObject({ status: 200, body: { user_id: home.users.keeper, tenant_id: home.tenant } })
  const keeper = clientOf(app.url, done.body)
  expect((await keeper.get('/blade-system/dept/list')).status).toBe(200)
  // The provider may call them another name now: the subject counts, and a second identity does not get their account.
  real.now = { sub: 'sub-keeper', claims: { preferred_username: 'administrator' } }
  expect((await signInBy()).body.user_id).toBe(home.users.keeper)
  real.now = { sub: 'sub-second', claims: { preferred_username: 'keeper' } }
  expect((await signInBy()).msg).toBe('该账号已绑定另一身份，请联系管理员解除绑定')
  expect((await admin.get<Page>('/blade-log/usual/list', { event: 'identityBound' })).data.total).toBe(1)
})

test('an administrator releases a bound person, whose sessions by the provider end; another hospital does not', async () => {
  real.now = { sub: 'sub-keeper' }
  const keeper = clientOf(app.url, (await signInBy()).body)
  expect((await stranger.post(`${path}/unbind`, { userId: home.users.keeper })).status).toBe(404)
  expect((await admin.post(`${path}/unbind`, { userId: home.users.keeper })).data.released).toBe(1)
  expect((await keeper.get('/blade-system/dept/list')).status).toBe(401)
  real.now = { sub: 'sub-second', claims: { preferred_username: 'keeper' } }
  expect((await signInBy()).status).toBe(200)
})

test('an unknown person gets neither an account nor a right, and a clear sentence', async () => {
  const count = async () => (await app.sql('select count(*)::int as n from app_user'))[0]!.n
  const before = await count()
  real.now = { sub: 'sub-unknown', claims: { preferred_username: 'no-such-account' } }
  const done = await signInBy()
  expect(done).toMatchObject({ status: 400, msg: '身份验证成功，但本机构没有与之对应的账号，请联系管理员' })
  expect(done.cookies.some((one) => one.startsWith('eam-access='))).toBe(false)
  expect(await count()).toBe(before)
})

test('an e-mail counts when it is verified and means one account', async () => {
  await addProvider({ providerCode: 'mail', matchBy: 'email' })
  await app.sql(`update app_user set email = 'E@ward.example' where id = $1`, [home.users.engineer])
  real.now = { sub: 'sub-mail', claims: { email: 'e@ward.example', email_verified: false } }
  expect((await signInBy('mail')).msg).toMatch('没有与之对应的账号')
  real.now = { sub: 'sub-mail', claims: { email: 'e@ward.example', email_verified: true } }
  await app.sql(`update app_user set email = 'e@ward.example' where id = $1`, [home.users.auditor])
  expect((await signInBy('mail')).msg).toMatch('没有与之对应的账号')
  await app.sql('update app_user set email = null where id = $1', [home.users.auditor])
  expect((await signInBy('mail')).body.user_id).toBe(home.users.engineer)
})

test('a state counts once, in the browser that began, until ten minutes are over', async () => {
  real.now = { sub: 'sub-second' }
  const begun = await begin()
  const came = await visit(begun.data.address, app.url)
  expect((await finish(came, undefined)).msg).toBe(over)
  expect((await finish(came, (await begin()).cookie)).msg).toBe(over)
  expect((await finish(came, begun.cookie)).status).toBe(200)
  expect((await finish(came, begun.cookie)).msg).toBe(over)
  const late = await begin()
  const back = await visit(late.data.address, app.url)
  await app.sql(`update federated_request set until = now() - interval '1 second'`)
  expect((await finish(back, late.cookie)).msg).toBe(over)
})

test('the code of another browser’s visit is refused, also with one’s own state', async () => {
  const [mine, theirs] = [await begin(), await begin()]
  real.now = { sub: 'sub-attacker', claims: { preferred_username: 'administrator' } }
  const stolen = await visit(theirs.data.address, app.url)
  real.now = { sub: 'sub-second' }
  const came = await visit(mine.data.address, app.url)
  came.searchParams.set('code', stolen.searchParams.get('code')!)
  expect((await finish(came, mine.cookie)).msg).toBe(failed)
  const log = await admin.get<Page>('/blade-log/usual/list', { event: 'federatedRefused' })
  expect(log.data.total).toBeGreaterThan(0)
  expect(JSON.stringify(log.body)).not.toContain(stolen.searchParams.get('code')!)
})

test('the answer to one provider or tenant is worth nothing at another', async () => {
  await addProvider({ providerCode: 'sso', clientId: 'guest' }, stranger)
  await addProvider({ providerCode: 'free', issuer: free.issuer })
  real.now = { sub: 'sub-second' }
  for (const [tenantId, source] of [
    [other.tenant, 'sso'],
    [home.tenant, 'free'],
    [home.tenant, 'mail'],
  ] as const) {
    const begun = await begin()
    const came = await visit(begun.data.address, app.url)
    expect((await finish(came, begun.cookie, { tenantId, source })).msg).toBe(over)
  }
  // Bound in one tenant is not bound in the other: there the rule of that tenant decides.
  real.now = { sub: 'sub-second', claims: { preferred_username: 'no-such-account' } }
  expect((await signInBy('sso', {}, other.tenant)).msg).toMatch('没有与之对应的账号')
})

test('tokens with another nonce, client, issuer, time or key are refused, and an answer that names another issuer', async () => {
  const now = Math.floor(Date.now() / 1000)
  for (const lie of [
    { nonce: 'another' },
    { aud: 'another' },
    { aud: ['ward', 'another'], azp: 'another' },
    { iss: real.issuer },
    { exp: now - 600, iat: now - 700 },
  ]) {
    free.lie = lie
    expect((await signInBy('free')).msg, JSON.stringify(lie)).toBe(failed)
  }
  free.lie = {}
  free.forged = true
  expect((await signInBy('free')).msg).toBe(failed)
  free.forged = false
  expect((await signInBy('free', { iss: real.issuer })).msg).toBe(failed)
  const begun = await begin('free')
  const came = await visit(begun.data.address, app.url)
  came.searchParams.delete('iss')
  expect((await finish(came, begun.cookie)).msg).toBe(failed)
  // The same provider, honest: its keeper is held by another identity of another issuer, and has one of this issuer now.
  expect((await signInBy('free')).body.user_id).toBe(home.users.keeper)
})

test('a stopped person, a locked account, a stopped tenant and a stopped provider are refused', async () => {
  real.now = { sub: 'sub-second' }
  await app.sql(`update app_user set locked_until = now() + interval '5 minutes' where id = $1`, [home.users.keeper])
  expect((await signInBy()).error).toBe('locked_out')
  await inHome(`update app_user set locked_until = null, status = 'stopped' where id = '${home.users.keeper}'`)
  expect((await signInBy()).msg).toMatch('没有与之对应的账号')
  await inHome(`update app_user set status = 'active' where id = '${home.users.keeper}'`)
  const begun = await begin()
  const came = await visit(begun.data.address, app.url)
  const keeper = clientOf(app.url, (await signInBy()).body)
  expect((await admin.post(`${path}/enable`, { id, isStopped: 1 })).status).toBe(200)
  expect((await finish(came, begun.cookie)).status).toBe(404)
  expect((await begin()).status).toBe(404)
  expect((await keeper.get('/blade-system/dept/list')).status).toBe(401)
  expect((await admin.post(`${path}/enable`, { id })).status).toBe(200)
  await app.sql(`update tenant set stopped_at = now() where id = $1`, [other.tenant])
  expect((await begin('sso', other.tenant)).status).toBe(404)
  await app.sql(`update tenant set stopped_at = null where id = $1`, [other.tenant])
})

test('the second factor is asked for after the provider, unless what it showed there counts', async () => {
  const keeper = await app.as('keeper')
  const told = await keeper.post<{ secret: string }>('/blade-user/factor/begin', { password })
  const bits = [...told.data.secret].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((one) => Number.parseInt(one, 2)))
  const { codes } = (await keeper.post<{ codes: string[] }>('/blade-user/factor/confirm', { code: await codeNow(secret) })).data
  real.now = { sub: 'sub-second', amr: ['mfa'] }
  const begun = await begin()
  const came = await visit(begun.data.address, app.url)
  expect(await finish(came, begun.cookie)).toMatchObject({ status: 400, data: { second_factor: true }, msg: '请输入动态验证码或恢复码' })
  // Waiting is for this browser alone.
  expect((await finish(came, undefined, { totp: codes[0]! })).msg).toBe(over)
  expect((await finish(came, begun.cookie, { totp: '000000' })).msg).toBe('动态验证码或恢复码不正确')
  expect((await finish(came, begun.cookie, { totp: codes[0]! })).body.user_id).toBe(home.users.keeper)
  expect((await finish(came, begun.cookie, { totp: codes[1]! })).msg).toBe(over)
  await admin.post(`${path}/submit`, { id, trustsFactor: 1 })
  expect((await signInBy()).status).toBe(200)
  real.now = { sub: 'sub-second', amr: ['pwd'] }
  expect((await signInBy()).data).toMatchObject({ second_factor: true })
  await app.sql('delete from person_factor')
})

test('a factor that is asked of a role is set up after a sign-in, unless it was shown at the provider', async () => {
  const roles = (await admin.get<Page<Row>>('/blade-system/role/page', { size: 100 })).data.records
  const role = roles.find((one) => one.roleAlias === 'keeper')!
  await admin.post('/blade-system/role/submit', { id: role.id, needsFactor: 1 })
  real.now = { sub: 'sub-second', amr: ['mfa'] }
  expect((await clientOf(app.url, (await signInBy()).body).get('/blade-system/dept/list')).status).toBe(200)
  real.now = { sub: 'sub-second' }
  const keeper = clientOf(app.url, (await signInBy()).body)
  expect((await keeper.get('/blade-system/dept/list')).error).toBe('must_change')
  expect((await keeper.get('/blade-user/factor/detail')).data).toMatchObject({ needsPassword: false })
  expect((await keeper.post('/blade-user/factor/begin', {})).status).toBe(200)
  // Who has signed in long ago shows the password, and so does who is known elsewhere too, where this provider has no say.
  await app.sql(`update session set signed_in_at = now() - interval '11 minutes' where user_id = $1`, [home.users.keeper])
  expect((await keeper.post('/blade-user/factor/begin', {})).error).toBe('wrong_password')
  await admin.post('/blade-system/role/submit', { id: role.id, needsFactor: 0 })
})

test('a provider opens no door to the other hospitals of its people: neither that of a hospital nor that of the platform', async () => {
  const [shared] = await app.sql('select person_id from app_user where id = $1', [home.users.keeper])
  const [guest] = await app.sql('select id from app_user where tenant_id = $1 and account = $2', [other.tenant, 'auditor'])
  await inTenant(other.tenant, `update app_user set person_id = '${shared!.person_id}' where id = '${guest!.id}'`)
  await app.sql('update membership set person_id = $1 where user_id = $2', [shared!.person_id, guest!.id])
  const goOn = async (token: unknown) => {
    const query = new URLSearchParams({ grant_type: 'switch_token', tenantId: other.tenant })
    const headers = { 'blade-auth': `bearer ${token}` }
    return answerOf(await fetch(`${app.url}/api/osm/auth/oauth/token?${query}`, { method: 'POST', headers }))
  }
  real.now = { sub: 'sub-second', claims: { preferred_username: 'keeper' } }
  const own = await signInBy()
  expect((await goOn(own.body.access_token)).msg).toMatch('您通过身份源登录')
  expect((await clientOf(app.url, own.body).post('/blade-user/factor/begin', {})).error).toBe('wrong_password')
  await admin.post(`${path}/unbind`, { userId: home.users.keeper })
  await addProvider({ providerCode: 'all', providerName: '平台统一登录', clientId: 'shared', isForAll: 1, matchBy: 'email' }, platform)
  await app.sql(`update app_user set email = 'keeper@ward.example' where id = $1`, [home.users.keeper])
  real.now = { sub: 'sub-second', claims: { email: 'keeper@ward.example', email_verified: true } }
  const byPlatform = await signInBy('all')
  expect(byPlatform.status).toBe(200)
  expect((await goOn(byPlatform.body.access_token)).msg).toMatch('您通过身份源登录')
  expect((await clientOf(app.url, byPlatform.body).get('/blade-user/factor/detail')).data).toMatchObject({ needsPassword: true })
  expect((await clientOf(app.url, byPlatform.body).post('/blade-user/factor/begin', {})).error).toBe('wrong_password')
  // Who is known here alone needs no password for a factor of their own.
  real.now = { sub: 'sub-alone', claims: { email: 'e@ward.example', email_verified: true } }
  await admin.post(`${path}/unbind`, { userId: home.users.engineer })
  expect((await clientOf(app.url, (await signInBy('all')).body).post('/blade-user/factor/begin', {})).status).toBe(200)
})

test('a provider for all organisations does not match by account, for each of them gives the same names to other people', async () => {
  const row = { providerName: '平台', kind: 'oidc', issuer: real.issuer, clientId: 'shared' }
  const refused = { status: 400, msg: '供所有机构使用的身份源不能按账号匹配', data: [{ field: 'matchBy' }] }
  const save = (draft: object) => platform.post<Row>(`${path}/submit`, draft)
  expect(await save({ ...row, providerCode: 'x', isForAll: 1, matchBy: 'account' })).toMatchObject(refused)
  const shared = await save({ ...row, providerCode: 'y', isForAll: 1, matchBy: 'bound' })
  expect(await save({ id: shared.data.id, matchBy: 'account' })).toMatchObject(refused)
  const own = await save({ ...row, providerCode: 'z', matchBy: 'account' })
  expect(await save({ id: own.data.id, isForAll: 1 })).toMatchObject(refused)
  expect((await save({ id: own.data.id, isForAll: 1, matchBy: 'bound' })).status).toBe(200)
})

test('an e-mail that signs in is set by administrators, not by the person, who could enter that of a colleague', async () => {
  const own = (client: Client, body: object) => client.post('/blade-user/update-info', body)
  const refused = { status: 400, msg: '邮箱用于统一登录，由管理员设置' }
  const engineer = await app.as('engineer')
  expect(await own(engineer, { email: 'boss@ward.example' })).toMatchObject(refused)
  expect((await own(engineer, { email: 'E@ward.example', phone: '13800000000' })).status).toBe(200)
  // The provider of the platform is offered there as well, until it stops.
  const elsewhere = await app.as('engineer', other)
  expect(await own(elsewhere, { email: 'boss@ward.example' })).toMatchObject(refused)
  const list = (await platform.get<Page<Row>>(`${path}/list`, { size: 100 })).data.records
  expect((await platform.post(`${path}/enable`, { id: list.find((one) => one.providerCode === 'all')!.id, isStopped: 1 })).status).toBe(200)
  expect((await own(elsewhere, { email: 'boss@ward.example' })).status).toBe(200)
  expect(await own(engineer, { email: 'boss@ward.example' })).toMatchObject(refused)
})

test('only who administers all people activates a provider or changes an active one', async () => {
  const lab = await peopleLab(app, () => admin)
  const { client } = await lab.clerk(['identityProvider.list', 'identityProvider.submit'])
  const refused = { status: 403, error: 'forbidden' }
  expect(await client.post(`${path}/submit`, { id, providerName: '改名' })).toMatchObject(refused)
  expect(await client.post(`${path}/secret`, { id, secretKey: 'x' })).toMatchObject(refused)
  expect((await client.post(`${path}/enable`, { id, isStopped: 1 })).status).toBe(200)
  expect((await client.post(`${path}/submit`, { id, remark: '停用后' })).status).toBe(200)
  expect(await client.post(`${path}/enable`, { id })).toMatchObject(refused)
  expect((await admin.post(`${path}/enable`, { id })).status).toBe(200)
})

test('signing out answers where to sign out at the provider', async () => {
  real.now = { sub: 'sub-second', claims: { preferred_username: 'keeper' } }
  const keeper = clientOf(app.url, (await signInBy()).body)
  const { data, body } = await keeper.get<{ address?: string }>('/blade-auth/oauth/logout')
  const address = new URL((data?.address ?? body.address) as string)
  expect(address.origin).toBe(real.issuer)
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/login`)
})

test('the secret goes to no other server: with another issuer it is forgotten and the provider stops', async () => {
  await admin.post(`${path}/submit`, { id, issuer: free.issuer })
  expect((await admin.get<Row>(`${path}/detail`, { id })).data).toMatchObject({ isStopped: 1, secretSetAt: null })
  expect(await app.sql('select 1 from secret where row_id = $1', [id])).toEqual([])
})

test('other hospitals and people without the right neither see nor change a provider', async () => {
  const keeper = await app.signIn(home.tenant, 'warehouse_keeper')
  for (const [call, body] of [
    ['submit', { id, providerName: 'x' }],
    ['secret', { id, secretKey: 'x' }],
    ['enable', { id }],
  ] as const) {
    expect((await stranger.post(`${path}/${call}`, body)).status).toBe(404)
    expect((await keeper.post(`${path}/${call}`, body)).status).toBe(403)
  }
  expect((await keeper.get(`${path}/list`)).status).toBe(403)
})

test('what a provider describes is asked under the same network rules', async () => {
  const server = createServer((_, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const found = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: 'http://10.0.0.1/token', jwks_uri: `${issuer}/jwks` }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  afterAll(() => void server.close())
  await addProvider({ providerCode: 'inner', issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const begun = await begin('inner')
  const came = new URL(`${backTo(home.tenant, 'inner')}?code=any&state=${new URL(begun.data.address).searchParams.get('state')}`)
  expect((await finish(came, begun.cookie)).status).toBe(400)
})

test('our page asks with a password as before', async () => {
  const query = new URLSearchParams({ tenantId: home.tenant, username: 'auditor', password: digest(password), grant_type: 'password' })
  expect((await fetch(`${app.url}/api/osm/auth/oauth/token?${query}`, { method: 'POST' })).status).toBe(200)
})
