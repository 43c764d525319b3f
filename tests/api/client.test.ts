import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Page, type Row } from '#tests/harness/app-for-test.ts'
import { digest, home, password } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const platform = await app.signIn('000000', 'admin', 'admin')

const path = '/blade-system/client'
const basic = (id: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` })
const ask = async (headers: Record<string, string>, input: Record<string, string>) =>
  answerOf(await fetch(`${app.url}/api/osm/auth/oauth/token?${new URLSearchParams(input)}`, { method: 'POST', headers }))
const signIn = (headers: Record<string, string>) =>
  ask(headers, { tenantId: home.tenant, username: 'engineer', password: digest(password), grant_type: 'password', scope: 'all' })
const refresh = (headers: Record<string, string>, token: unknown) =>
  ask(headers, { tenantId: home.tenant, grant_type: 'refresh_token', refreshToken: String(token) })

test('a client has an id, a secret that is never answered again, grant types and the time of its tokens', async () => {
  const draft = {
    clientId: 'his_gateway',
    clientSecret: 'a secret of the gateway',
    authorizedGrantTypes: 'password,refresh_token',
    accessTokenValidity: 600,
    refreshTokenValidity: 1200,
  }
  const { id } = (await platform.post<Row>(`${path}/submit`, draft)).data
  const detail = await platform.get<Row>(`${path}/detail`, { id })
  expect(detail.data).toMatchObject({
    clientId: 'his_gateway',
    authorizedGrantTypes: ['password', 'refresh_token'],
    accessTokenValidity: 600,
  })
  const list = await platform.get<Page>(`${path}/list`, { clientId: 'his_gateway' })
  const history = await platform.get(`${path}/history`, { id })
  const stored = await app.sql(`select row_to_json(c) as row from oauth_client c where id = $1`, [id])
  for (const said of [detail, list, history]) expect(JSON.stringify(said.body)).not.toMatch(/secret of the gateway|secretHash|secret_hash/)
  expect(JSON.stringify(stored)).not.toContain('secret of the gateway')

  const tokens = await signIn(basic('his_gateway', draft.clientSecret))
  expect(tokens).toMatchObject({ status: 200, body: { expires_in: 600 } })
  const lasts = await app.sql(`select extract(epoch from expires_at - now()) as s from refresh_token order by expires_at limit 1`)
  expect(Number(lasts[0]!.s)).toBeLessThanOrEqual(1200)
  expect(await signIn(basic('his_gateway', 'a wrong secret'))).toMatchObject({ status: 400, msg: '客户端编号或密钥不正确，或客户端已停用' })
  expect((await signIn(basic('unknown', draft.clientSecret))).status).toBe(400)
  const switching = await ask(
    { ...basic('his_gateway', draft.clientSecret), 'blade-auth': `bearer ${tokens.body.access_token}` },
    { tenantId: home.tenant, grant_type: 'switch_token' },
  )
  expect(switching.msg).toBe('客户端“his_gateway”不能使用登录方式“switch_token”')

  // Its refresh token is worth nothing with another client, and renews with its own.
  expect((await refresh(basic('web', 'web_secret'), tokens.body.refresh_token)).status).toBe(401)
  expect(await refresh(basic('his_gateway', draft.clientSecret), tokens.body.refresh_token)).toMatchObject({
    status: 200,
    body: { expires_in: 600 },
  })

  const made = await platform.post(`${path}/secret`, { clientId: id })
  expect((await signIn(basic('his_gateway', draft.clientSecret))).status).toBe(400)
  expect((await signIn(basic('his_gateway', String(made.data.secret)))).status).toBe(200)
  const { access_token } = (await signIn(basic('his_gateway', String(made.data.secret)))).body
  const call = async () =>
    (await answerOf(await fetch(`${app.url}/api/eam/device/list`, { headers: { 'blade-auth': `bearer ${access_token}` } }))).status
  expect(await call()).toBe(200)
  expect((await platform.post(`${path}/submit`, { id, isStopped: 1 })).status).toBe(200)
  expect(await call()).toBe(401)
  expect((await signIn(basic('his_gateway', String(made.data.secret)))).status).toBe(400)
  expect((await platform.post(`${path}/remove?ids=${id}`)).status).toBe(200)
})

test('the client of our own pages works with and without its header, and cannot be shut out', async () => {
  for (const headers of [{}, basic('web', 'web_secret'), basic('saber', 'saber_secret')])
    expect(await signIn(headers as Record<string, string>)).toMatchObject({ status: 200, body: { expires_in: 3600 } })
  const { id } = (await platform.get<Page>(`${path}/list`, { clientId: 'web' })).data.records[0]!
  for (const change of [{ isStopped: 1 }, { clientId: 'other' }, { authorizedGrantTypes: ['captcha'] }, { clientSecret: 'another secret' }])
    expect((await platform.post(`${path}/submit`, { id, ...change })).status).toBe(400)
  expect((await platform.post(`${path}/remove?ids=${id}`)).status).toBe(400)
  expect((await platform.post(`${path}/secret`, { clientId: id })).status).toBe(400)
})

test('clients are the platform’s: a hospital has no right to them, and a short secret is refused', async () => {
  const admin = await app.as('administrator')
  for (const call of ['list', 'detail']) expect((await admin.get(`${path}/${call}`, { id: home.users.keeper })).status).toBe(403)
  expect((await admin.post(`${path}/submit`, { clientId: 'mine', authorizedGrantTypes: ['password'] })).status).toBe(403)
  const short = await platform.post(`${path}/submit`, { clientId: 'mine', clientSecret: 'short', authorizedGrantTypes: ['password'] })
  expect(short).toMatchObject({ status: 400, msg: '客户端密钥须为 12 到 200 个字符' })
  expect((await platform.post(`${path}/submit`, { clientId: 'mine', authorizedGrantTypes: ['implicit'] })).status).toBe(400)
})
