import { afterAll, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, clientOf, type Page, type Row, startApp } from '#tests/harness/app-for-test.ts'
import { directoryServer, selfMade } from '#tests/harness/directory.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const directory = await directoryServer()
afterAll(() => directory.stop())
// A proxy on this machine ends TLS, as the public address says.
const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1', PUBLIC_URL: 'https://ward.example' } })
const admin = await app.as('administrator')
const path = '/blade-system/identity-provider'
const word = ' Dir3ctory*)(& 密码'

const row = {
  providerCode: 'ad',
  providerName: '医院域账号',
  kind: 'ldap',
  matchBy: 'account',
  address: directory.ldaps,
  caCertificate: directory.ca,
  baseDn: directory.base,
  bindDn: directory.bindDn,
  userFilter: '(|(uid={account})(mail={account}))',
  idAttribute: 'entryUUID',
  accountAttribute: 'uid',
  mailAttribute: 'mail',
}

const ask = async (username: unknown, password: unknown, more: Record<string, unknown> = {}, url = app.url, query = '') => {
  const given = { grant_type: 'password', type: 'ldap', tenantId: home.tenant, source: 'ad', username, password, ...more }
  const response = await fetch(`${url}/api/osm/auth/oauth/token${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  })
  return answerOf(await response)
}

let id = ''
const keeperDn = await directory.add('keeper', word, { mail: 'k@ward.example' })
await directory.add('engineer', 'Engineer-1')
await directory.add('stranger', 'Stranger-1')

test('a directory is asked over TLS alone, by a filter that holds the account, inside the opened networks', async () => {
  const refused = async (more: object) => (await admin.post(`${path}/submit`, { ...row, providerCode: 'x', ...more })).msg
  expect(await refused({ address: directory.ldap })).toBe('密码只能加密传送：请使用 ldaps:// 或 StartTLS')
  expect(await refused({ address: 'http://127.0.0.1' })).not.toBe('操作成功')
  expect(await refused({ address: 'ldaps://10.0.0.1' })).toMatch('该地址指向内部网络')
  expect(await refused({ userFilter: '(uid=*)' })).toMatch('须包含 {account}')
  expect(await refused({ caCertificate: 'none' })).toBe('CA 证书须为 PEM 格式')
  const saved = await admin.post<Row>(`${path}/submit`, row)
  expect(saved.msg).toBe('操作成功')
  id = saved.data.id
  expect((await admin.post(`${path}/enable`, { id })).msg).toBe('启用前请设置密钥')
  await admin.post(`${path}/secret`, { id, secretKey: 'wrong' })
  expect((await admin.post(`${path}/enable`, { id })).msg).toMatch('目录服务没有正确应答')
  await admin.post(`${path}/secret`, { id, secretKey: directory.bindPassword })
  expect((await admin.post(`${path}/enable`, { id })).msg).toBe('操作成功')
  // StartTLS does as well; later changes to plain LDAP do not.
  expect((await admin.post(`${path}/submit`, { id, address: directory.ldap })).msg).toMatch('密码只能加密传送')
})

test('a person of the directory signs in with its password to the account of the same name', async () => {
  const done = await ask('keeper', word)
  expect(done).toMatchObject({ status: 200, body: { user_id: home.users.keeper, tenant_id: home.tenant } })
  expect((await clientOf(app.url, done.body).get('/blade-system/dept/list')).status).toBe(200)
  expect((await ask('k@ward.example', word)).body.user_id).toBe(home.users.keeper)
  expect((await ask('keeper', word.trim())).error).toBe('wrong_password')
  expect((await ask('keeper', 'another')).error).toBe('wrong_password')
  expect((await ask('keeper', word, { source: 'none' })).status).toBe(404)
  expect((await ask('keeper', word, { tenantId: other.tenant })).status).toBe(404)
})

test('an empty password is refused, though the directory would take it', async () => {
  for (const empty of ['', null, undefined, ' ', '\u0000', [], {}, 0]) {
    const { status, body } = await ask('keeper', empty)
    expect(status, JSON.stringify(empty)).toBe(400)
    expect(body.access_token).toBeUndefined()
  }
})

test('what is typed as an account stays a value: wildcards, brackets and other names find no entry', async () => {
  for (const typed of [
    '*',
    'k*',
    'keeper)(uid=*',
    '*)(|(uid=*',
    'keeper)(|(uid=*))',
    '\\6beeper',
    'keeper\\00',
    `keeper,${directory.base}`,
    keeperDn,
  ]) {
    const { error, body } = await ask(typed, word)
    expect([error, body.access_token], typed).toEqual(['wrong_password', undefined])
  }
  await app.sql('delete from sign_in_attempt')
})

test('who is in the directory alone gets a clear sentence, two entries of one name are refused', async () => {
  expect((await ask('stranger', 'Stranger-1')).msg).toBe('身份验证成功，但本机构没有与之对应的账号，请联系管理员')
  expect((await ask('stranger', 'another')).error).toBe('wrong_password')
  const twin = await directory.add('twin', word, { mail: 'engineer' })
  expect((await ask('engineer', 'Engineer-1')).error).toBe('wrong_password')
  await directory.remove(twin)
  expect((await ask('engineer', 'Engineer-1')).status).toBe(200)
})

test('wrong passwords of who has no account here count once, however the name is typed', async () => {
  await directory.add('visitor', 'Visitor-1', { mail: 'v@ward.example' })
  for (let n = 0; n < 10; n++) expect((await ask(n % 2 ? 'v@ward.example' : 'visitor', `guess ${n}`)).error).toBe('wrong_password')
  for (const typed of ['visitor', 'VISITOR', 'v@ward.example']) expect((await ask(typed, 'Visitor-1')).error).toBe('locked_out')
  await app.sql('delete from sign_in_attempt')
})

test('an account that another entry takes over later is not theirs', async () => {
  await directory.remove(keeperDn)
  await directory.add('keeper', 'Newcomer-1')
  expect((await ask('keeper', 'Newcomer-1')).msg).toBe('该账号已绑定另一身份，请联系管理员解除绑定')
  await admin.post(`${path}/unbind`, { userId: home.users.keeper })
  expect((await ask('keeper', 'Newcomer-1')).status).toBe(200)
})

test('ten wrong passwords lock the account under all its names, also for the password of ours', async () => {
  await directory.add('auditor', 'Auditor-1', { mail: 'aud@ward.example' })
  for (let n = 0; n < 5; n++) {
    expect((await ask('auditor', `wrong${n}`)).error).toBe('wrong_password')
    expect((await ask('aud@ward.example', `wrong${n}`)).error).toBe('wrong_password')
  }
  for (const name of ['auditor', 'aud@ward.example', 'AUDITOR']) expect((await ask(name, 'Auditor-1')).error).toBe('locked_out')
  await expect(app.signIn(home.tenant, 'auditor')).rejects.toThrow('locked_out')
})

test('the second factor is asked for after the directory', async () => {
  await app.sql('insert into person_factor (person_id) select person_id from app_user where id = $1', [home.users.engineer])
  expect(await ask('engineer', 'Engineer-1')).toMatchObject({ status: 400, data: { second_factor: true } })
  await app.sql('delete from person_factor')
})

test('the password travels over HTTPS and in the body alone, and is not stored', async () => {
  expect((await ask('engineer', 'Engineer-1', {}, app.url, '?password=Engineer-1')).msg).toBe('目录密码不能放在地址中')
  const plain = await startApp({
    database: { ...app.database, drop: async () => {} },
    env: { OUTBOUND_PRIVATE: '127.0.0.1', LOG_LEVEL: 'info' },
  })
  try {
    expect((await ask('engineer', 'Engineer-1', {}, plain.url)).msg).toBe('目录账号只能通过 HTTPS 登录')
  } finally {
    await plain.stop()
  }
  const stored = JSON.stringify(
    await app.sql(`select (select json_agg(l) from access_log l) as a, (select json_agg(e) from audit_event e) as b,
      (select json_agg(s) from secret s) as c, (select json_agg(i) from identity_binding i) as d, (select json_agg(t) from sign_in_attempt t) as e`),
  )
  for (const secret of ['Engineer-1', 'Newcomer-1', directory.bindPassword]) expect(stored).not.toContain(secret)
  expect(JSON.stringify((await admin.get<Page>(`${path}/list`)).body)).not.toContain(directory.bindPassword)
})

test('StartTLS does as well; a server with another authority’s certificate gets no password, nor does a name that leads nowhere', async () => {
  const same = { address: directory.ldap, startsTls: 1 }
  await admin.post(`${path}/submit`, { id, ...same })
  expect((await admin.get<Row>(`${path}/detail`, { id })).data).toMatchObject({ isStopped: 1, secretSetAt: null })
  await admin.post(`${path}/secret`, { id, secretKey: directory.bindPassword })
  expect((await admin.post(`${path}/enable`, { id })).msg).toBe('操作成功')
  expect((await ask('engineer', 'Engineer-1')).status).toBe(200)
  const { ca } = await selfMade()
  for (const draft of [
    { caCertificate: ca },
    { caCertificate: ca, address: directory.ldaps, startsTls: 0 },
    { caCertificate: '', address: directory.ldaps, startsTls: 0 },
    { caCertificate: directory.ca, address: directory.ldaps.replace('127.0.0.1', 'directory.invalid'), startsTls: 0 },
  ]) {
    await admin.post(`${path}/submit`, { id, ...draft })
    await admin.post(`${path}/secret`, { id, secretKey: directory.bindPassword })
    expect((await admin.post(`${path}/enable`, { id })).status, JSON.stringify(Object.keys(draft))).toBe(400)
  }
})
