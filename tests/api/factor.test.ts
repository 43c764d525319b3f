import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Client, clientOf, type Page, type Row } from '#tests/harness/app-for-test.ts'
import { digest, home, other, password } from '#tests/harness/hospitals.ts'
import { codeNow } from '#tests/harness/totp.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const path = '/blade-user/factor'

const ask = async (account: string, more: Record<string, string> = {}, cookie?: string, tenantId = home.tenant) => {
  const query = new URLSearchParams({
    tenantId,
    username: account,
    password: digest(password),
    grant_type: 'password',
    scope: 'all',
    ...more,
  })
  const response = await fetch(`${app.url}/api/osm/auth/oauth/token?${query}`, { method: 'POST', headers: cookie ? { cookie } : {} })
  return { ...(await answerOf(response)), cookies: response.headers.getSetCookie() }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((one) => Number.parseInt(one, 2)))
}

/** Turns the factor on with the code `used`. */
async function enrol(by: Client): Promise<{ secret: Buffer; used: string; codes: string[] }> {
  const begun = await by.post<{ secret: string; address: string }>(`${path}/begin`, { password })
  const secret = bytesOf(begun.data.secret)
  expect(new URL(begun.data.address).searchParams.get('secret')).toBe(begun.data.secret)
  const used = await codeNow(secret, -1)
  const done = await by.post<{ codes: string[] }>(`${path}/confirm`, { code: used })
  expect(done.status).toBe(200)
  return { secret, used, codes: done.data.codes }
}

const keeper = await app.as('keeper')
let held: Awaited<ReturnType<typeof enrol>>

test('a second factor needs the password, and counts once a code of it was typed', async () => {
  expect((await keeper.post(`${path}/begin`, { password: 'another-word' })).error).toBe('wrong_password')
  expect((await keeper.post(`${path}/confirm`, { code: '123456' })).msg).toBe('设置已过期，请重新开始')
  await keeper.post(`${path}/begin`, { password })
  expect((await keeper.post(`${path}/confirm`, { code: '000000' })).status).toBe(400)
  expect((await ask('keeper')).status).toBe(200)
  held = await enrol(keeper)
  expect(held.codes).toHaveLength(10)
  expect((await keeper.get(`${path}/detail`)).data).toMatchObject({ isOn: true, isForced: false, codesLeft: 10 })
  expect((await keeper.post(`${path}/begin`, { password })).msg).toBe('二次验证已启用，请先关闭')
})

test('who has one signs in with the password and a code, each code once', async () => {
  const without = await ask('keeper')
  expect(without).toMatchObject({ status: 400, msg: '请输入动态验证码或恢复码', data: { second_factor: true } })
  expect(without.cookies).toEqual([])
  expect((await ask('keeper', { totp: '000000' })).msg).toBe('动态验证码或恢复码不正确')
  // The first code was used when the factor was turned on.
  expect((await ask('keeper', { totp: held.used })).status).toBe(400)
  const code = await codeNow(held.secret)
  expect((await ask('keeper', { totp: code })).status).toBe(200)
  expect((await ask('keeper', { totp: code })).status).toBe(400)
  // A wrong password says nothing of the factor.
  expect((await ask('keeper', { password: digest('another-word') })).error).toBe('wrong_password')
})

test('a recovery code stands for the authenticator once', async () => {
  const [first] = held.codes
  expect((await ask('keeper', { totp: first! })).status).toBe(200)
  expect((await ask('keeper', { totp: first! })).status).toBe(400)
  expect((await keeper.get(`${path}/detail`)).data.codesLeft).toBe(9)
})

test('a remembered device asks for the password alone, until the password changes hands', async () => {
  const { cookies } = await ask('keeper', { totp: held.codes[1]!, remember: '1' })
  const device = cookies.find((one) => one.startsWith('eam-device='))!
  expect(device).toMatch(/HttpOnly/i)
  expect(device).toMatch(/SameSite=Strict/i)
  const [cookie] = device.split(';')
  expect((await ask('keeper', {}, cookie)).status).toBe(200)
  expect((await ask('keeper', {}, 'eam-device=invented')).status).toBe(400)
  // It is worth nothing for another person with a factor of their own.
  await enrol(await app.as('engineer'))
  expect((await ask('engineer', {}, cookie)).status).toBe(400)
})

test('five wrong codes in a row lock the factor, also for the right one and for recovery codes', async () => {
  await app.sql('update person_factor set failed = 0, locked_until = null')
  for (let n = 0; n < 5; n++) expect((await ask('keeper', { totp: '000000' })).error).toBe('rule')
  for (const totp of ['000000', await codeNow(held.secret, 1), held.codes[2]!])
    expect((await ask('keeper', { totp })).error).toBe('locked_out')
  const log = await admin.get<Page>('/blade-log/usual/list', { event: 'wrongFactor' })
  expect(log.data.total).toBeGreaterThan(5)
  await app.sql(`update person_factor set locked_until = now() - interval '1 second'`)
  expect((await ask('keeper', { totp: held.codes[2]! })).status).toBe(200)
})

test('guesses in parallel are counted as guesses one after the other', async () => {
  await app.sql('update person_factor set failed = 0, locked_until = null')
  const asked = await Promise.all(Array.from({ length: 12 }, (_, n) => ask('keeper', { totp: String(n).padStart(6, '0') })))
  expect(asked.filter(({ error }) => error === 'rule').length).toBeLessThanOrEqual(5)
  await app.sql('update person_factor set failed = 0, locked_until = null')
})

test('neither secret nor codes are stored in the open, answered again or logged', async () => {
  const stored = JSON.stringify(
    await app.sql(`select (select json_agg(f) from person_factor f) as a, (select json_agg(r) from person_recovery r) as b,
      (select json_agg(s) from secret s) as c, (select json_agg(l) from access_log l) as d, (select json_agg(e) from audit_event e) as e, (select json_agg(o) from sync_op o) as f`),
  )
  for (const word of [held.secret.toString('base64'), held.secret.toString('hex'), held.codes[5]!, held.codes[5]!.replaceAll('-', '')])
    expect(stored).not.toContain(word)
})

test('it is turned off with password and code', async () => {
  expect((await keeper.post(`${path}/remove`, { password, code: '000000' })).status).toBe(400)
  expect((await keeper.post(`${path}/remove`, { password: 'another-word', code: held.codes[3]! })).error).toBe('wrong_password')
  expect((await keeper.get(`${path}/detail`)).data.isOn).toBe(true)
  expect((await keeper.post(`${path}/remove`, { password, code: held.codes[3]! })).status).toBe(200)
  expect((await ask('keeper')).status).toBe(200)
})

test('an administrator takes a lost one away; another hospital, or who may not, does not', async () => {
  const engineer = home.users.engineer
  const stranger = await app.as('administrator', other)
  expect((await stranger.post(`${path}/reset`, { userId: engineer })).status).toBe(404)
  expect((await keeper.post(`${path}/reset`, { userId: engineer })).status).toBe(403)
  expect((await ask('engineer')).status).toBe(400)
  expect((await admin.post(`${path}/reset`, { userId: engineer })).status).toBe(200)
  expect((await ask('engineer')).status).toBe(200)
})

test('a factor that guards other tenants too is not taken away by one of them', async () => {
  const [shared] = await app.sql('select person_id from app_user where tenant_id = $1 and id = $2', [home.tenant, home.users.engineer])
  const [guest] = await app.sql('select id from app_user where tenant_id = $1 limit 1', [other.tenant])
  await app.sql('update membership set person_id = $1 where tenant_id = $2 and user_id = $3', [shared!.person_id, other.tenant, guest!.id])
  expect((await admin.post(`${path}/reset`, { userId: home.users.engineer })).msg).toMatch(/^该用户还属于其他租户/)
})

test('a role asks its people for a factor: nothing else is answered before it is set up', async () => {
  const { data } = await admin.get<Page<Row>>('/blade-system/role/page', { size: 100 })
  const role = data.records.find((one) => one.roleAlias === 'keeper')!
  expect((await admin.post('/blade-system/role/submit', { id: role.id, needsFactor: 1 })).status).toBe(200)
  const shut = await keeper.get('/blade-user/list')
  expect(shut).toMatchObject({ status: 403, error: 'must_change', msg: '请先设置二次验证' })
  expect((await keeper.get('/blade-system/dept/list')).error).toBe('must_change')
  expect((await keeper.get(`${path}/detail`)).data).toMatchObject({ isOn: false, isForced: true })
  held = await enrol(keeper)
  expect((await keeper.get('/blade-system/dept/list')).status).toBe(200)
  await admin.post('/blade-system/role/submit', { id: role.id, needsFactor: 0 })
})

test('a tenant asks everybody, but not the screens on its walls; only who may set the rule', async () => {
  expect((await keeper.post(`${path}/rule`, { isForced: 1 })).status).toBe(403)
  expect((await admin.post(`${path}/rule`, { isForced: 1 })).status).toBe(200)
  const signed = clientOf(app.url, (await ask('auditor')).body)
  expect((await signed.get('/blade-system/dept/list')).error).toBe('must_change')
  expect((await keeper.get('/blade-system/dept/list')).status).toBe(200)
  // Another hospital goes on as before.
  expect((await (await app.as('auditor', other)).get('/blade-system/dept/list')).status).toBe(200)
  // The administrator who set it sets up a factor as everybody else.
  expect((await admin.get('/blade-system/dept/list')).error).toBe('must_change')
})
