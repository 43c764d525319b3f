import { afterAll, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, clientOf, type Page, type Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { realProvider, visit } from '#tests/harness/oidc.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)
const lab = await peopleLab(app, () => admin)
const path = '/blade-system/identity-provider'
const provider = await realProvider({
  ward: [`${app.url}/login/federated/${home.tenant}/sso`, `${app.url}/login/federated/${home.tenant}/shut`],
  guest: [`${app.url}/login/federated/${other.tenant}/sso`],
})
afterAll(() => provider.stop())

async function addProvider(by: typeof admin, draft: { providerCode: string; clientId: string; takesGuests?: number }): Promise<string> {
  const row = {
    kind: 'oidc',
    providerName: '院内统一登录',
    matchBy: 'phone',
    scopes: 'openid profile email phone',
    issuer: provider.issuer,
    takesGuests: 1,
    ...draft,
  }
  const { data } = await by.post<Row>(`${path}/submit`, row)
  expect((await by.post(`${path}/secret`, { id: data.id, secretKey: `secret-of-${row.clientId}` })).status).toBe(200)
  expect(await by.post(`${path}/enable`, { id: data.id })).toMatchObject({ status: 200 })
  return data.id
}
const id = await addProvider(admin, { providerCode: 'sso', clientId: 'ward' })
await addProvider(admin, { providerCode: 'shut', clientId: 'ward', takesGuests: 0 })
await addProvider(stranger, { providerCode: 'sso', clientId: 'guest' })

interface Said {
  readonly address: string
  readonly register: Readonly<Record<'ticket' | 'account' | 'name' | 'email' | 'phone', string>>
}

const post = async (at: string, body: object, cookie?: string) => {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) }
  const response = await fetch(`${app.url}/api/osm/auth/${at}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { ...(await answerOf<Said>(response)), cookie: response.headers.getSetCookie()[0]?.split(';')[0] }
}
async function signInBy(source = 'sso', tenantId = home.tenant) {
  const begun = await post('federated/begin', { tenantId, source })
  const came = await visit(begun.data.address, app.url)
  return post('oauth/token', { grant_type: 'social', tenantId, source, ...Object.fromEntries(came.searchParams) }, begun.cookie)
}
const register = (body: object) => post('federated/register', { tenantId: home.tenant, ...body })
const waiting = async () =>
  (await admin.get<Page>('/blade-user/registration/list', { state: 'waiting' })).data.records as (Row & Record<string, unknown>)[]

const person = (sub: string, more: object = {}) => {
  provider.now = {
    sub,
    claims: { name: '林晓', preferred_username: `lin-${sub}`, email: `${sub}@ward.example`, email_verified: true, ...more },
  }
}
/** The ticket of a person who has proven who they are. */
async function ticketOf(sub: string, more: object = {}): Promise<string> {
  person(sub, more)
  return (await signInBy()).data.register.ticket
}

const over = '申请凭据已过期、已使用过或不属于本机构，请重新登录后再申请'

test('where the provider says no, a person without an account is refused with a sentence and gets no ticket', async () => {
  person('shut')
  expect(await signInBy('shut')).toMatchObject({ status: 400, msg: '身份验证成功，但本机构没有与之对应的账号，请联系管理员', data: null })
  expect(await app.sql('select 1 from federated_guest')).toEqual([])
})

test('[SHELL-AUTH-7] a person without an account asks for one with what the provider vouches for, and signs in the same way once it is approved', async () => {
  person('one', { phone_number: '+86 138-0000-0001', phone_number_verified: true })
  const asked = await signInBy()
  expect(asked).toMatchObject({ status: 400, msg: expect.stringContaining('您可以申请账号') })
  const { ticket, ...said } = asked.data.register
  expect(said).toEqual({ account: 'lin-one', name: '林晓', email: 'one@ward.example', phone: '13800000001' })
  expect(await app.sql('select 1 from registration')).toEqual([])
  expect((await register({ ticket, account: 'keeper' })).msg).toBe('该登录账号已被使用，请换一个')
  // A refusal leaves the ticket, so that another name can be tried.
  expect((await register({ ticket, account: 'linxiao' })).data).toEqual({ registered: true })
  const [row] = await waiting()
  expect(row).toMatchObject({
    account: 'linxiao',
    realName: '林晓',
    phone: '13800000001',
    source: '院内统一登录',
  })
  expect((await signInBy()).msg).toBe('您的账号申请正在等待管理员审核')
  const approved = await admin.post('/blade-user/registration/approve', {
    registrationId: row!.id,
    roleId: lab.roles.engineer,
    deptId: home.depts.bones,
  })
  expect(approved.status).toBe(200)
  const signed = await signInBy()
  expect(signed).toMatchObject({ status: 200, body: { account: 'linxiao', real_name: '林晓' } })
  expect((await clientOf(app.url, signed.body).get('/blade-system/dept/list')).status).toBe(200)
  const [made] = await app.sql(
    `select u.phone, u.email, p.password_hash from app_user u join person p on p.id = u.person_id where account = 'linxiao'`,
  )
  expect(made).toEqual({ phone: '13800000001', email: 'one@ward.example', password_hash: '!' })
})

test('a registration is approved though the e-mail or phone that the provider gave is none that the form of a person takes', async () => {
  const ticket = await ticketOf('odd', { email: 'no mail at all', phone_number: '021-5555-1234', phone_number_verified: true })
  expect((await register({ ticket, account: 'odd' })).data).toEqual({ registered: true })
  const row = (await waiting()).find(({ account }) => account === 'odd')!
  const said = await admin.get<Row & { email: string }>('/blade-user/registration/detail', { id: row.id })
  expect(said.data.email).toBe('no mail at all')
  const asked = { registrationId: row.id, roleId: lab.roles.engineer }
  expect((await admin.post('/blade-user/registration/approve', asked)).status).toBe(200)
  expect(await app.sql(`select phone, email from app_user where account = 'odd'`)).toEqual([{ phone: null, email: null }])
})

test('a ticket is worth nothing when it is invented, used, over, of another tenant, or of a provider that takes no more', async () => {
  for (const ticket of ['x', 'A'.repeat(43)]) expect((await register({ ticket, account: 'forged' })).msg).toBe(over)
  const used = await ticketOf('used')
  // A crowd of registrations that no one vouches for keeps none of these out.
  await app.sql(
    `insert into registration (tenant_id, id, account, real_name, state, password_hash)
      select $1, gen_random_uuid(), 'crowd' || n, '众人', 'waiting', 'x' from generate_series(1, 200) n`,
    [home.tenant],
  )
  expect((await register({ ticket: used, account: 'used' })).status).toBe(200)
  await app.sql(`delete from registration where account like 'crowd%'`)
  expect((await register({ ticket: used, account: 'again' })).msg).toBe(over)
  const elsewhere = await ticketOf('elsewhere')
  expect((await register({ ticket: elsewhere, account: 'elsewhere', tenantId: other.tenant })).msg).toBe(over)
  expect((await register({ ticket: elsewhere, account: 'elsewhere', tenantId: 'nobody' })).msg).toBe(over)
  await app.sql(`update federated_guest set until = now() - interval '1 second'`)
  expect((await register({ ticket: elsewhere, account: 'elsewhere' })).msg).toBe(over)
  const stopped = await ticketOf('stopped')
  await admin.post(`${path}/submit`, { id, takesGuests: 0 })
  expect((await register({ ticket: stopped, account: 'stopped' })).msg).toBe(over)
  await admin.post(`${path}/submit`, { id, takesGuests: 1 })
  expect((await waiting()).map((one) => one.account)).toEqual(['used'])
  // Of the ticket itself the database holds nothing.
  expect(JSON.stringify(await app.sql(`select encode(ticket_hash, 'base64') as t from federated_guest`))).not.toContain(stopped)
})

test('of two tickets of a person the newest counts', async () => {
  const [first, second] = [await ticketOf('newest'), await ticketOf('newest')]
  expect((await register({ ticket: first, account: 'newest' })).msg).toBe(over)
  expect((await register({ ticket: second, account: 'newest' })).status).toBe(200)
})

test('two who use one ticket at once make one registration', async () => {
  const ticket = await ticketOf('twice')
  const answers = await Promise.all(['twice-a', 'twice-b', 'twice-c'].map((account) => register({ ticket, account })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('who asks brings neither another subject nor another name, e-mail, phone, role or state', async () => {
  const ticket = await ticketOf('honest')
  for (const more of [
    { subject: 'sub-boss' },
    { issuer: 'https://elsewhere.example' },
    { email: 'boss@ward.example' },
    { phone: '13900000000' },
    { roleId: lab.roles.administrator },
    { state: 'approved' },
    { name: '院长' },
    { account: 'x'.repeat(46) },
    { account: '' },
    { account: { $ne: null } },
  ])
    expect([more, (await register({ ticket, account: 'honest', ...more })).status]).toEqual([more, 400])
  expect((await register({ ticket, account: 'honest', name: '林晓' })).status).toBe(200)
  const [row] = await app.sql(`select subject, email, phone from registration where account = 'honest'`)
  expect(row).toEqual({ subject: 'honest', email: 'honest@ward.example', phone: null })
})

test('an e-mail or phone that is not verified is not taken over, and a name that no provider vouches for is typed', async () => {
  person('plain', { name: undefined, email_verified: false, phone_number: '13800000009' })
  const { register: said } = (await signInBy()).data
  expect(said).toMatchObject({ name: null, email: null, phone: null })
  expect((await register({ ticket: said.ticket, account: 'plain' })).msg).toBe('请填写姓名')
  expect((await register({ ticket: said.ticket, account: 'plain', name: '王自填' })).status).toBe(200)
})

test('another hospital neither sees nor decides it, and an identity that was bound meanwhile is not approved twice', async () => {
  const row = (await waiting()).find((one) => one.account === 'honest')!
  expect((await stranger.get<Page>('/blade-user/registration/list')).data.total).toBe(0)
  const given = { registrationId: row.id, roleId: lab.roles.engineer, deptId: home.depts.bones }
  expect((await stranger.post('/blade-user/registration/approve', given)).status).toBe(404)
  await app.sql(
    `insert into identity_binding (tenant_id, issuer, subject, user_id) select tenant_id, issuer, subject, $2 from registration where id = $1`,
    [row.id, home.users.keeper],
  )
  expect((await admin.post('/blade-user/registration/approve', given)).msg).toBe('该身份已绑定另一账号，请不通过此申请')
  expect(await app.sql(`select 1 from app_user where account = 'honest'`)).toEqual([])
  expect((await admin.post('/blade-user/registration/refuse', { registrationId: row.id })).status).toBe(200)
})

test('a bound account that was stopped is no reason for a second one', async () => {
  await app.sql(
    `select set_config('app.tenant', '${home.tenant}', false); update app_user set status = 'stopped' where account = 'linxiao'`,
  )
  person('one')
  expect(await signInBy()).toMatchObject({ status: 400, msg: expect.stringContaining('请联系管理员'), data: null })
})

test('people do not enter a phone of their own while a provider finds accounts by it', async () => {
  const keeper = await app.as('keeper')
  expect((await keeper.post('/blade-user/update-info', { phone: '13900000000' })).msg).toBe('手机号用于统一登录，由管理员设置')
})
