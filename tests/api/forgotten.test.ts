import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { sendResetCodes } from '#server/features/notice/forgotten/send-codes.ts'
import { reachableBy } from '#server/kit/outbound/outbound.ts'
import { secretKeysOf } from '#server/secret-keys.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Client, type Page, type Row } from '#tests/harness/app-for-test.ts'
import { digest, home, other, password } from '#tests/harness/hospitals.ts'
import { mailAccount, startMail } from '#tests/harness/smtp.ts'

const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const [admin, stranger] = [await app.as('administrator'), await app.as('administrator', other)]
const host = await startMail('tls')
afterAll(() => host.stop())
const texts: string[] = []
const gateway = createServer((request, response) => {
  let body = ''
  request.on('data', (piece) => (body += piece))
  request.on('end', () => {
    texts.push(body)
    response.writeHead(204).end()
  })
})
await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
afterAll(() => void gateway.close())

const inTenant = (sql: string, tenant = home.tenant) => app.sql(`select set_config('app.tenant', '${tenant}', false); ${sql}`)
const post = async (path: string, body: object) =>
  answerOf<Record<string, unknown>>(
    await fetch(`${app.url}/api/osm/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
async function captcha(): Promise<{ key: string; code: string }> {
  const { key } = (await (await fetch(`${app.url}/api/blade-auth/oauth/captcha`)).json()) as { key: string }
  const [row] = await app.sql('select answer from captcha where id = $1', [key])
  return { key, code: String(row!.answer) }
}
const ask = async (account: string, tenantId = home.tenant, more: object = {}) =>
  post('forgot', { tenantId, account, ...(await captcha()), ...more })
const secrets = secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: app.dataDir })
const work = () =>
  sendResetCodes({
    pool: app.pool,
    secrets,
    reachable: reachableBy('127.0.0.1'),
    contents: undefined as never,
    publicUrl: undefined,
    now: new Date(),
  })
const addressOf = (account: string, tenantId: string): string => `${account}@${tenantId}.example`
/** Asks and lets the work be done; the runner of the program may do it, too. */
async function codeFor(account: string, tenantId = home.tenant): Promise<string> {
  await inTenant(`update password_reset set asked_at = now() - interval '2 minutes'`, tenantId)
  const mine = () => host.letters.filter(({ to }) => to === addressOf(account, tenantId))
  const before = mine().length
  expect(await ask(account, tenantId)).toMatchObject({ status: 200, data: { asked: true } })
  await work()
  for (let left = 200; left > 0 && mine().length === before; left--) await new Promise((go) => setTimeout(go, 25))
  return /\b(\d{8})\b/.exec(mine()[before]?.text ?? '')?.[1] ?? ''
}
const reset = (account: string, code: string, newPassword: string, tenantId = home.tenant) =>
  post('reset', { tenantId, account, code, newPassword })
const signIn = async (account: string, word: string, tenantId = home.tenant) =>
  post('oauth/token', { tenantId, username: account, password: digest(word), grant_type: 'password' })
const forgetTries = () => app.sql(`delete from sign_in_attempt`)
const help = async (tenantId: string) => (await answerOf(await fetch(`${app.url}/api/osm/auth/help?tenantId=${tenantId}`))).data
const wrong = '验证码不正确或已失效，请重新获取'

async function mailServer(by: Client): Promise<string> {
  const row = {
    channelName: '邮件',
    kind: 'mail',
    mailHost: '127.0.0.1',
    mailPort: host.port,
    mailSecurity: 'tls',
    mailUser: mailAccount.user,
  }
  const { id } = (
    await by.post<Row>('/blade-resource/notice-channel/submit', { ...row, mailFrom: mailAccount.user, caCertificate: host.ca })
  ).data
  await by.post('/blade-resource/notice-channel/mail-secret', { id, secretKey: mailAccount.password })
  expect((await by.post('/blade-resource/notice-channel/enable', { id })).msg).toBe('操作成功')
  return id
}
const accountOf: Record<string, string> = {}
for (const [name, tenant] of [
  ['keeper', home],
  ['engineer', home],
  ['head', home],
  ['keeper', other],
] as const) {
  const [row] = await app.sql(`select account from app_user where id = $1`, [tenant.users[name]])
  accountOf[name] = String(row!.account)
  await inTenant(
    `update app_user set email = '${addressOf(String(row!.account), tenant.tenant)}' where id = '${tenant.users[name]}'`,
    tenant.tenant,
  )
}
const keeper = () => accountOf.keeper!

test('without a mail server or a template nothing is offered and nothing leaves', async () => {
  expect(await help(home.tenant)).toEqual({ text: '', sends: false })
  expect(await ask(keeper())).toMatchObject({ status: 200, data: { asked: true } })
  await work()
  expect(await app.sql('select 1 from password_reset')).toEqual([])
})

test('a captcha is needed, and the answer is the same for everybody and every hospital', async () => {
  await mailServer(admin)
  expect(await help(home.tenant)).toEqual({ text: '', sends: true })
  expect(await help(other.tenant)).toEqual({ text: '', sends: false })
  expect((await ask(keeper(), home.tenant, { code: 'no' })).body.error).toBe('wrong_captcha')
  const said = [await ask('engineer'), await ask('unknown-one'), await ask('keeper', '999999'), await ask('keeper', other.tenant)]
  expect(new Set(said.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  await work()
  // Names that were typed are kept nowhere once they were followed.
  expect(await app.sql(`select 1 from secret where purpose = 'password.ask'`)).toEqual([])
  await inTenant('delete from password_reset')
  await forgetTries()
})

test('a code sets a new password once, ends the sessions and is told to the person', async () => {
  const before = await app.as('keeper')
  const code = await codeFor(keeper())
  expect(code).toMatch(/^\d{8}$/)
  expect(host.letters.at(-1)).toMatchObject({ to: addressOf(keeper(), home.tenant), isEncrypted: true })
  expect((await before.get('/blade-system/dept/list')).status).toBe(200)
  // A weak one is refused to who has the code, which stays good.
  expect((await reset(keeper(), code, 'weak')).data).toMatchObject([{ field: 'newPassword' }])
  expect((await reset(keeper(), code, 'Recovered-2026')).status).toBe(200)
  expect((await before.get('/blade-system/dept/list')).status).toBe(401)
  expect((await signIn(keeper(), password)).body.error).toBe('wrong_password')
  const signed = await signIn(keeper(), 'Recovered-2026')
  expect(signed.status).toBe(200)
  expect((await reset(keeper(), code, 'Another-2026')).msg).toBe(wrong)
  const log = await admin.get<Page>('/blade-log/usual/list', { size: '50' })
  const events = (log.data.records as Row[]).map(({ event }) => event)
  expect(events).toEqual(expect.arrayContaining(['resetCode', 'passwordRecovered']))
  const [told] = await app.sql(`select kind, user_id from notice where kind = 'password_recovered'`)
  expect(told).toEqual({ kind: 'password_recovered', user_id: home.users.keeper })
  const stored = await app.sql(`select (select json_agg(a) from access_log a) as a, (select json_agg(e) from audit_event e) as b,
    (select json_agg(d) from notice_delivery d) as c, (select json_agg(r) from password_reset r) as d, (select json_agg(j) from background_job j) as e,
    (select json_agg(n) from notice n) as f`)
  expect(JSON.stringify(stored)).not.toContain(code)
})

test('of parallel resets with one code one counts', async () => {
  const code = await codeFor(keeper())
  const done = await Promise.all(['First-one-2026', 'Second-one-2026', 'Third-one-2026'].map((word) => reset(keeper(), code, word)))
  expect(done.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('five wrong tries end a code, also in parallel, and a late one is over', async () => {
  await forgetTries()
  const code = await codeFor(keeper())
  const bad = code === '00000000' ? '00000001' : '00000000'
  const tries = await Promise.all([1, 2, 3, 4, 5].map(() => reset(keeper(), bad, 'Guessed-2026')))
  expect(new Set(tries.map(({ msg }) => msg))).toEqual(new Set([wrong]))
  expect((await reset(keeper(), code, 'Guessed-2026')).msg).toBe(wrong)
  await forgetTries()
  const second = await codeFor(keeper())
  await inTenant(`update password_reset set until = now() - interval '1 second'`)
  expect((await reset(keeper(), second, 'Too-late-2026')).msg).toBe(wrong)
  // The one before it does not count again either.
  expect((await reset(keeper(), code, 'Too-late-2026')).msg).toBe(wrong)
  await forgetTries()
})

test('an unknown account and one without a code are refused in the words of a wrong code, and too many tries alike', async () => {
  const said = [await reset('unknown-one', '12345678', 'Guessed-2026'), await reset('keeper', '12345678', 'Guessed-2026', '999999')]
  said.push(await reset(accountOf.engineer!, '12345678', 'Guessed-2026'))
  expect(new Set(said.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  expect(said[0]!.msg).toBe(wrong)
  const many = []
  const wide = [...home.tenant].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
  const named = [{ tenantId: home.tenant }, { tenantName: home.tenant }, { tenantName: wide }]
  for (let n = 0; n < 11; n++)
    many.push((await post('reset', { ...named[n % 3], account: 'unknown-one', code: '12345678', newPassword: 'Guessed-2026' })).body.error)
  expect(many.at(-1)).toBe('too_many_requests')
  await forgetTries()
})

test('a wrong code is logged for every name alike, and a name that is no account is not kept', async () => {
  const entries = () => app.sql(`select account, user_id, outcome from access_log where event = 'wrongCode' order by created_at, id`)
  for (const account of ['unknown-one', accountOf.engineer!]) {
    const before = (await entries()).length
    expect((await reset(account, '12345678', 'Guessed-2026')).msg).toBe(wrong)
    expect((await entries()).slice(before)).toEqual([{ account: null, user_id: null, outcome: 'refused' }])
  }
  await forgetTries()
})

test('a code ends when the password is changed in another way', async () => {
  const code = await codeFor(keeper())
  const given = await admin.post('/osm/user/reset-password', { userId: home.users.keeper })
  expect(given.status).toBe(200)
  expect((await reset(keeper(), code, 'Overtaken-2026')).msg).toBe(wrong)
  const next = await codeFor(keeper())
  expect((await reset(keeper(), next, 'After-that-2026')).status).toBe(200)
  await forgetTries()
})

test('a code of one hospital is none for the account of the same name in another', async () => {
  const code = await codeFor(keeper())
  expect((await reset(keeper(), code, 'Elsewhere-2026', other.tenant)).msg).toBe(wrong)
  expect((await signIn(keeper(), password, other.tenant)).status).toBe(200)
  expect((await reset(keeper(), code, 'Here-only-2026')).status).toBe(200)
  await forgetTries()
})

test('no code for who is disabled, has no password here, belongs to two hospitals or has just changed the address', async () => {
  const head = home.users.head
  const none = async (): Promise<void> => {
    const before = host.letters.length
    await ask(accountOf.head!)
    await work()
    expect([host.letters.length, await app.sql('select 1 from password_reset where user_id = $1', [head])]).toEqual([before, []])
  }
  await inTenant(`update app_user set status = 'stopped' where id = '${head}'`)
  await none()
  await inTenant(`update app_user set status = 'active' where id = '${head}'`)
  const [person] = await app.sql('select p.id, p.password_hash from person p join app_user u on u.person_id = p.id where u.id = $1', [head])
  await app.sql(`update person set password_hash = '!' where id = $1`, [person!.id])
  await none()
  await app.sql('update person set password_hash = $2 where id = $1', [person!.id, person!.password_hash])
  const [theirs] = await app.sql('select person_id from membership where user_id = $1', [other.users.head])
  const belongs = (to: unknown) => app.sql('update membership set person_id = $2 where user_id = $1', [other.users.head, to])
  await belongs(person!.id)
  await none()
  await belongs(theirs!.person_id)
  const own = await app.as('head')
  const changed = await own.post('/blade-user/update-info', { realName: '科主任', phone: '13800000009', email: 'mine@elsewhere.example' })
  expect(changed.status).toBe(200)
  await none()
  await forgetTries()
})

test('a second code within a minute is not sent, and a server that refuses is written down', async () => {
  await inTenant('delete from password_reset')
  expect(await codeFor(accountOf.engineer!)).toMatch(/^\d{8}$/)
  const before = host.letters.length
  await ask(accountOf.engineer!)
  await work()
  expect(host.letters.length).toBe(before)
  host.answers = { RCPT: '550 5.1.1 no such mailbox' }
  await inTenant(`update password_reset set asked_at = now() - interval '2 minutes'`)
  await ask(accountOf.engineer!)
  await work()
  const newest = async () => (await admin.get<Page>('/blade-resource/notice-delivery/list', { size: '5' })).data.records[0]
  for (let left = 200; left > 0 && (await newest())?.outcome !== 'failed'; left--) await new Promise((go) => setTimeout(go, 25))
  host.answers = {}
  expect(await newest()).toMatchObject({
    outcome: 'failed',
    cause: 'refused',
    reason: '550 5.1.1 no such mailbox',
    userId: home.users.engineer,
  })
  await forgetTries()
})

test('without a mail server the code goes by text message, to the phone of the person', async () => {
  const { port } = gateway.address() as AddressInfo
  const row = { smsCode: 'password_reset', category: 'webhook', endpoint: `http://127.0.0.1:${port}/send`, content: `验证码 \${code}` }
  const { id } = (await stranger.post<Row>('/blade-resource/sms/submit', row)).data
  await stranger.post('/blade-resource/sms/secret', { id, secretKey: 'a-secret' })
  expect((await stranger.post('/blade-resource/sms/enable', { id })).status).toBe(200)
  expect(await help(other.tenant)).toEqual({ text: '', sends: true })
  await inTenant(`update app_user set phone = '13800000011' where id = '${other.users.keeper}'`, other.tenant)
  await ask(keeper(), other.tenant)
  await work()
  for (let left = 200; left > 0 && texts.length === 0; left--) await new Promise((go) => setTimeout(go, 25))
  expect(texts).toHaveLength(1)
  const { phone, text } = JSON.parse(texts[0]!) as { phone: string; text: string }
  expect(phone).toBe('13800000011')
  const code = /\d{8}/.exec(text)![0]
  expect((await reset(keeper(), code, 'By-message-2026', other.tenant)).status).toBe(200)
  expect((await signIn(keeper(), 'By-message-2026', other.tenant)).status).toBe(200)
  for (let left = 200; left > 0; left--) {
    const { records } = (await stranger.get<Page>('/blade-resource/sms/message/list')).data
    if (records[0]!.outcome === 'sent') break
    await new Promise((go) => setTimeout(go, 25))
  }
  const [sent] = (await stranger.get<Page>('/blade-resource/sms/message/list')).data.records
  expect(sent).toMatchObject({ phone: '138****0011', outcome: 'sent', smsCode: 'password_reset' })
})
