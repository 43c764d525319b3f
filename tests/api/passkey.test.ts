import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Client, clientOf, type Page } from '#tests/harness/app-for-test.ts'
import { authenticator, type Odd } from '#tests/harness/authenticator.ts'
import { digest, home, other, password } from '#tests/harness/hospitals.ts'

const site = { origin: 'https://ward.example.org', rpId: 'ward.example.org' }
const app = await appForFile({ env: { PUBLIC_URL: site.origin } })
const path = '/blade-user/factor'
const keys = `${path}/passkey`

interface Asked {
  readonly challenge: string
  readonly allowCredentials?: readonly { readonly id: string }[]
}

/** A sign-in with the password and what is given beside it, in the body as pages send it. */
const ask = async (account: string, more: Record<string, string> = {}, tenantId = home.tenant) => {
  const body = new URLSearchParams({ tenantId, username: account, password: digest(password), grant_type: 'password', ...more })
  const answer = await answerOf(await fetch(`${app.url}/api/osm/auth/oauth/token`, { method: 'POST', body }))
  return { ...answer, asked: (answer.data as { passkey?: Asked } | null)?.passkey as Asked }
}

const begin = async (by: Client, body: object = { password }): Promise<Asked> =>
  (await by.post<{ options: Asked }>(`${keys}/begin`, body)).data.options

async function add(by: Client, key: ReturnType<typeof authenticator>, name: string, body?: object): Promise<string[]> {
  const done = await by.post<{ codes: string[] }>(`${keys}/submit`, { name, passkey: key.make(await begin(by, body)) })
  expect(done.status).toBe(200)
  return done.data.codes
}

interface State {
  isOn: boolean
  hasAuthenticator: boolean
  codesLeft: number
  passkeysAt: string | null
  passkeys: { id: string; name: string; createdAt: string; usedAt: string | null; isSuspect: boolean }[]
}
const stateOf = async (by: Client): Promise<State> => (await by.get<State>(`${path}/detail`)).data

const keeper = await app.as('keeper')
const admin = await app.as('administrator')
const first = authenticator(site)
const second = authenticator(site, false)
let codes: string[]

test('a passkey needs the password, and is the second factor with recovery codes of its own', async () => {
  expect(await stateOf(keeper)).toMatchObject({ isOn: false, passkeysAt: site.rpId, passkeys: [] })
  expect((await keeper.post(`${keys}/begin`, {})).error).toBe('wrong_password')
  expect((await keeper.post(`${keys}/begin`, { password: 'another-word' })).error).toBe('wrong_password')
  expect((await keeper.post(`${keys}/begin`, { code: '000000' })).status).toBe(400)
  codes = await add(keeper, first, '办公室电脑')
  expect(codes).toHaveLength(10)
  expect(await add(keeper, second, '手机')).toEqual([])
  const state = await stateOf(keeper)
  expect(state).toMatchObject({ isOn: true, hasAuthenticator: false, codesLeft: 10 })
  expect(state.passkeys.map(({ name, usedAt }) => [name, usedAt])).toEqual([
    ['办公室电脑', null],
    ['手机', null],
  ])
  // The browser is told which passkeys are there, and makes none of them again.
  const again = await keeper.post(`${keys}/submit`, { name: '再次', passkey: first.make(await begin(keeper)) })
  expect(again.msg).toBe('此通行密钥已添加过')
  const log = await admin.get<Page>('/blade-log/usual/list', { event: 'passkeyAdded' })
  expect(log.data.records.map(({ detail, account }) => [account, detail])).toEqual([
    ['keeper', '手机'],
    ['keeper', '办公室电脑'],
  ])
})

test('it signs in instead of a code, also one that counts nothing; a recovery code does too', async () => {
  const without = await ask('keeper')
  expect(without).toMatchObject({ status: 400, msg: '请使用通行密钥，或输入动态验证码或恢复码', data: { second_factor: true } })
  expect(without.asked.allowCredentials?.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
  expect((await ask('keeper', { passkey: first.show(without.asked) })).status).toBe(200)
  for (const _ of [1, 2]) expect((await ask('keeper', { passkey: second.show((await ask('keeper')).asked) })).status).toBe(200)
  expect((await ask('keeper', { totp: codes[0]! })).status).toBe(200)
  expect((await stateOf(keeper)).passkeys.every(({ usedAt }) => usedAt !== null)).toBe(true)
  // A wrong password says nothing of the factor.
  expect((await ask('keeper', { password: digest('another-word') })).data).toBeNull()
})

const fresh = async (odd: Odd): Promise<string> => first.show((await ask('keeper')).asked, odd)

test('a challenge counts once, for a few minutes, and for the sign-in that it was made for', async () => {
  const { asked } = await ask('keeper')
  const shown = first.show(asked)
  expect((await ask('keeper', { passkey: shown })).status).toBe(200)
  const replay = await ask('keeper', { passkey: shown })
  expect(replay).toMatchObject({ status: 400, msg: '通行密钥验证已过期或已使用过，请重试' })
  // The same challenge signed afresh is no better.
  expect((await ask('keeper', { passkey: first.show(asked) })).msg).toBe('通行密钥验证已过期或已使用过，请重试')
  // A refusal brings the next challenge, so that the person goes on from there.
  expect((await ask('keeper', { passkey: first.show(replay.asked) })).status).toBe(200)
  const late = first.show((await ask('keeper')).asked)
  await app.sql(`update passkey_challenge set until = now() - interval '1 second'`)
  expect((await ask('keeper', { passkey: late })).status).toBe(400)
  // Of two that come with one challenge at once one goes on.
  const twice = second.show((await ask('keeper')).asked)
  const both = await Promise.all([ask('keeper', { passkey: twice }), ask('keeper', { passkey: twice })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  // What was asked in a session, or for a new passkey, opens none.
  const inside = await keeper.post<{ options: Asked }>(`${keys}/ask`)
  expect((await ask('keeper', { passkey: first.show(inside.data.options) })).status).toBe(400)
  expect((await ask('keeper', { passkey: first.show(await begin(keeper)) })).status).toBe(400)
  const outside = (await ask('keeper')).asked
  expect((await keeper.post(`${keys}/begin`, { passkey: first.show(outside) })).status).toBe(400)
  await app.sql('update person_factor set failed = 0, locked_until = null')
})

test('another site, an unverified person, a made-up challenge or another ceremony opens nothing', async () => {
  const odd: Odd[] = [
    { origin: 'https://ward.example.com' },
    { origin: 'http://ward.example.org' },
    { rpId: 'example.org' },
    { isUnverified: true },
    { challenge: Buffer.from('made up').toString('base64url') },
    { type: 'webauthn.create' },
  ]
  for (const one of odd) {
    expect((await ask('keeper', { passkey: await fresh(one) })).status, JSON.stringify(one)).toBe(400)
    await app.sql('update person_factor set failed = 0, locked_until = null')
  }
  expect((await ask('keeper', { passkey: await fresh({}) })).status).toBe(200)
  for (const one of odd.filter(({ type }) => !type)) {
    const made = authenticator(site).make(await begin(keeper), one)
    expect((await keeper.post(`${keys}/submit`, { name: '假', passkey: made })).msg, JSON.stringify(one)).toBe(
      '通行密钥未能添加，请重新开始',
    )
  }
  expect((await stateOf(keeper)).passkeys).toHaveLength(2)
})

test('what is no answer of a browser is refused with a sentence', async () => {
  const { asked } = await ask('keeper')
  const answer = JSON.parse(first.show(asked)) as { id: unknown; response: Record<string, unknown> }
  const bad = [
    '{}',
    'null',
    '[]',
    'no json',
    JSON.stringify({ ...answer, id: 'a\u0000b' }),
    JSON.stringify({ ...answer, id: { $ne: '' } }),
    JSON.stringify({ ...answer, response: { ...answer.response, authenticatorData: 'AAAA' } }),
    JSON.stringify({ ...answer, response: { clientDataJSON: answer.response.clientDataJSON } }),
    'x'.repeat(9000),
  ]
  for (const passkey of bad) {
    expect((await ask('keeper', { passkey })).status, passkey.slice(0, 40)).toBe(400)
    expect((await keeper.post(`${keys}/submit`, { name: '假', passkey })).status, passkey.slice(0, 40)).toBe(400)
    await app.sql('update person_factor set failed = 0, locked_until = null')
  }
})

test('the passkey of one person is worth nothing for another, who cannot take it over either', async () => {
  const engineer = await app.as('engineer')
  await add(engineer, authenticator(site), '自己的')
  const { asked } = await ask('engineer')
  expect(asked.allowCredentials?.map(({ id }) => id)).not.toContain(first.id)
  expect((await ask('engineer', { passkey: first.show(asked) })).status).toBe(400)
  // Nor does a challenge of one person count for another.
  expect((await ask('keeper', { passkey: first.show((await ask('engineer')).asked) })).status).toBe(400)
  expect((await engineer.post(`${keys}/submit`, { name: '抢占', passkey: first.make(await begin(engineer)) })).msg).toBe(
    '此通行密钥已添加过',
  )
  const [mine] = (await stateOf(keeper)).passkeys
  expect((await engineer.post(`${keys}/remove`, { id: mine!.id, password })).status).toBe(404)
  const stranger = await app.as('administrator', other)
  expect((await stranger.post(`${keys}/remove`, { id: mine!.id, password })).status).toBe(404)
  expect((await stateOf(keeper)).passkeys).toHaveLength(2)
  await app.sql('update person_factor set failed = 0, locked_until = null')
})

test('a counter that goes back stops the passkey, says so, and stands in the log', async () => {
  const copied = authenticator(site)
  await add(keeper, copied, '可复制的')
  expect((await ask('keeper', { passkey: copied.show((await ask('keeper')).asked, { counter: 50 }) })).status).toBe(200)
  const back = await ask('keeper', { passkey: copied.show((await ask('keeper')).asked, { counter: 50 }) })
  expect(back).toMatchObject({ status: 400, data: { second_factor: true } })
  expect(back.msg).toMatch(/^此通行密钥的使用次数倒退/)
  // It is not asked any more, and a later counter does not bring it back.
  expect(back.asked.allowCredentials?.map(({ id }) => id)).not.toContain(copied.id)
  expect((await ask('keeper', { passkey: copied.show(back.asked, { counter: 99 }) })).status).toBe(400)
  const suspect = (await stateOf(keeper)).passkeys.find(({ name }) => name === '可复制的')!
  expect(suspect.isSuspect).toBe(true)
  const log = await admin.get<Page>('/blade-log/usual/list', { event: 'passkeySuspected' })
  expect(log.data.records).toHaveLength(1)
  expect((await keeper.post(`${keys}/remove`, { id: suspect.id, password })).status).toBe(200)
})

test('five wrong ones lock it like wrong codes do', async () => {
  await app.sql('update person_factor set failed = 0, locked_until = null')
  for (let n = 0; n < 5; n++) expect((await ask('keeper', { passkey: '{}' })).error).toBe('rule')
  expect((await ask('keeper', { passkey: await first.show({ challenge: 'x' }) })).error).toBe('locked_out')
  await app.sql('update person_factor set failed = 0, locked_until = null')
})

test('a fresh passkey stands for the password, in its own session and once; the last factor stays', async () => {
  const { data } = await keeper.post<{ options: Asked }>(`${keys}/ask`)
  const [one, two] = (await stateOf(keeper)).passkeys
  const shown = first.show(data.options)
  const elsewhere = clientOf(app.url, (await ask('keeper', { totp: codes[1]! })).body)
  expect((await elsewhere.post(`${keys}/remove`, { id: two!.id, passkey: shown })).status).toBe(400)
  expect((await keeper.post(`${keys}/remove`, { id: two!.id })).error).toBe('wrong_password')
  expect((await keeper.post(`${keys}/remove`, { id: two!.id, passkey: shown })).status).toBe(200)
  expect((await keeper.post(`${keys}/remove`, { id: one!.id, passkey: shown })).status).toBe(400)
  const last = await keeper.post(`${keys}/remove`, { id: one!.id, password })
  expect(last).toMatchObject({ status: 400, msg: '这是您最后一个验证方式，不能删除。请先添加另一个，或关闭二次验证' })
  expect((await stateOf(keeper)).passkeys).toHaveLength(1)
  const log = await admin.get<Page>('/blade-log/usual/list', { event: 'passkeyRemoved' })
  expect(log.data.records[0]).toMatchObject({ account: 'keeper', detail: '手机' })
})

test('neither challenges nor keys of a person show to the tenants of others', async () => {
  const rows = await app.pool.connect()
  try {
    await rows.query('begin')
    await rows.query(`select set_config('app.tenant', $1, true), set_config('app.person', '', true)`, [home.tenant])
    for (const table of ['person_passkey', 'passkey_challenge']) expect((await rows.query(`select 1 from ${table}`)).rows).toEqual([])
  } finally {
    await rows.query('rollback')
    rows.release()
  }
})

test('it is turned off with password and passkey, which takes all of them', async () => {
  const asked = async () => (await keeper.post<{ options: Asked }>(`${keys}/ask`)).data.options
  expect((await keeper.post(`${path}/remove`, { password })).msg).toBe('请输入动态验证码或恢复码')
  expect((await keeper.post(`${path}/remove`, { passkey: first.show(await asked()) })).error).toBe('wrong_password')
  expect((await keeper.post(`${path}/remove`, { password, passkey: first.show(await asked()) })).status).toBe(200)
  expect(await stateOf(keeper)).toMatchObject({ isOn: false, passkeys: [] })
  expect((await ask('keeper')).status).toBe(200)
})

test('a role that asks for a factor is content with a passkey; an administrator takes a lost one away', async () => {
  const { data } = await admin.get<Page>('/blade-system/role/page', { size: 100 })
  const role = data.records.find((one) => one.roleAlias === 'keeper')!
  await admin.post('/blade-system/role/submit', { id: role.id, needsFactor: 1 })
  expect((await keeper.get('/blade-system/dept/list')).error).toBe('must_change')
  await add(keeper, authenticator(site), '必需的')
  expect((await keeper.get('/blade-system/dept/list')).status).toBe(200)
  const stranger = await app.as('administrator', other)
  expect((await stranger.post(`${path}/reset`, { userId: home.users.keeper })).status).toBe(404)
  expect((await admin.post(`${path}/reset`, { userId: home.users.keeper })).status).toBe(200)
  expect(
    await app.sql(`select 1 from person_passkey k join app_user u on u.person_id = k.person_id where u.id = $1`, [home.users.keeper]),
  ).toEqual([])
  const again = clientOf(app.url, (await ask('keeper')).body)
  expect((await again.get('/blade-system/dept/list')).error).toBe('must_change')
})
