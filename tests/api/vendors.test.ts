import { v7 } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deliverNotices } from '#server/features/notice/notice-delivery.ts'
import { reachableBy } from '#server/kit/outbound/outbound.ts'
import { secretKeysOf } from '#server/secret-keys.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Client, clientOf, type Page, type Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { visit } from '#tests/harness/oidc.ts'
import { startVendors, app as vendorApp } from '#tests/harness/vendors.ts'

const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)
const vendors = await startVendors()
afterAll(() => vendors.stop())
const path = '/blade-system/identity-provider'
const { corpId, agentId, appKey, secret } = vendorApp

const keeper = { userid: 'Keeper', unionid: 'union-keeper', name: '王库管', mobile: '13800000001', biz_mail: 'k@ward.example' }
const engineer = { userid: 'engineer', unionid: 'union-engineer', name: '李工', mobile: '13800000002', org_email: 'e@ward.example' }
const contact = { userid: 'auditor', unionid: 'union-contact', isContact: true }
vendors.members.push(keeper, engineer, contact)

async function draftProvider(kind: string, draft: Record<string, unknown> = {}, by = admin): Promise<string> {
  const row = {
    providerCode: kind,
    providerName: kind,
    kind,
    matchBy: 'account',
    corpId,
    agentId,
    appKey,
    apiAddress: vendors.url,
    ...draft,
  }
  const saved = await by.post<Row>(`${path}/submit`, row)
  expect(saved.msg).toBe('操作成功')
  return saved.data.id
}
async function addProvider(kind: string, draft: Record<string, unknown> = {}, by = admin): Promise<string> {
  const id = await draftProvider(kind, draft, by)
  expect((await by.post(`${path}/secret`, { id, secretKey: secret })).status).toBe(200)
  expect(await by.post(`${path}/enable`, { id })).toMatchObject({ status: 200 })
  return id
}

const post = async (at: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}/api/osm/auth/${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { ...(await answerOf<{ address: string }>(response)), cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
const begin = (source: string, tenantId = home.tenant, headers = {}) => post('federated/begin', { tenantId, source }, headers)
const finish = (came: URL, cookie: string, more: object = {}) => {
  const [, , , tenantId = '', source = ''] = came.pathname.split('/')
  const { searchParams } = came
  const given = { code: searchParams.get('code') ?? searchParams.get('authCode'), state: searchParams.get('state') }
  return post('oauth/token', { grant_type: 'social', tenantId, source, ...given, ...more }, cookie ? { cookie } : {})
}
async function signInBy(source: string, tenantId = home.tenant, headers = {}) {
  const begun = await begin(source, tenantId, headers)
  expect(begun.msg).toBe('操作成功')
  return finish(await visit(begun.data.address, app.url), begun.cookie)
}

const over = '统一登录已过期、已使用过或不是由此浏览器发起，请重新登录'
const failed = '身份源的应答无效，未登录，请重新登录'
const outsider = '您不是该企业的成员，不能由此登录'
const ids: Record<string, string> = {}

beforeEach(() => {
  vendors.now = keeper
  vendors.chosenCorp = corpId
  vendors.refusal = undefined
})

test('an app is offered once company, app and secret are there and the vendor takes them; the secret is in no answer', async () => {
  const id = await draftProvider('wecom', { corpId: null })
  const enable = () => admin.post(`${path}/enable`, { id })
  expect((await enable()).msg).toBe('启用前请填写“企业编号（CorpId）”')
  await admin.post(`${path}/submit`, { id, corpId })
  expect((await enable()).msg).toBe('启用前请设置密钥')
  await admin.post(`${path}/secret`, { id, secretKey: 'wrong' })
  expect((await enable()).msg).toBe('企业微信或钉钉没有正确应答（40013），请稍后重试或联系管理员')
  await admin.post(`${path}/secret`, { id, secretKey: secret })
  expect((await enable()).status).toBe(200)
  ids.wecom = id
  ids.dingtalk = await addProvider('dingtalk', { matchBy: 'phone' })
  const detail = await admin.get(`${path}/detail`, { id })
  expect(JSON.stringify(detail.body)).not.toContain(secret)
  const ways = await fetch(`${app.url}/api/osm/auth/federated/list?tenantId=${home.tenant}`).then((one) => answerOf(one))
  expect(ways.data).toEqual([
    { tenantId: home.tenant, source: 'wecom', name: 'wecom', kind: 'wecom' },
    { tenantId: home.tenant, source: 'dingtalk', name: 'dingtalk', kind: 'dingtalk' },
  ])
})

test('an app leads to HTTPS or this machine, and changing where its secret goes forgets the secret', async () => {
  const refused = async (apiAddress: string) => (await admin.post(`${path}/submit`, { id: ids.wecom, apiAddress })).msg
  expect(await refused('http://wecom.example.org')).toBe('服务地址须以 https:// 开头')
  expect(await refused('https://10.0.0.1')).toMatch('该地址指向内部网络')
  const id = await addProvider('wecom', { providerCode: 'moved' })
  await admin.post(`${path}/submit`, { id, apiAddress: 'https://wecom.example.org' })
  expect(await app.sql('select 1 from secret where row_id = $1', [id])).toEqual([])
  expect((await admin.get<Row & { isStopped: number }>(`${path}/detail`, { id })).data.isStopped).toBe(1)
})

test('[SHELL-AUTH-7] a member signs in by WeCom, bound at the first sign-in by account, later by their id alone', async () => {
  const done = await signInBy('wecom')
  expect(done).toMatchObject({ status: 200, body: { user_id: home.users.keeper, tenant_id: home.tenant } })
  expect((await clientOf(app.url, done.body).get('/blade-system/dept/list')).status).toBe(200)
  expect(await app.sql(`select issuer, subject from identity_binding where user_id = $1`, [home.users.keeper])).toEqual([
    { issuer: `wecom:${corpId}`, subject: 'keeper' },
  ])
  const inApp = await signInBy('wecom', home.tenant, { 'user-agent': 'Mozilla/5.0 wxwork/4.1' })
  expect(inApp.body.user_id).toBe(home.users.keeper)
})

test('[SHELL-AUTH-7] a member signs in by DingTalk, matched by the verified phone of one account', async () => {
  vendors.now = engineer
  await app.sql(`update app_user set phone = '13800000002' where id = any($1)`, [[home.users.engineer, home.users.auditor]])
  expect((await signInBy('dingtalk')).msg).toMatch('没有与之对应的账号')
  await app.sql('update app_user set phone = null where id = $1', [home.users.auditor])
  expect((await signInBy('dingtalk')).body.user_id).toBe(home.users.engineer)
})

test('the token of an app is fetched once, and once more when the vendor says that it is over', async () => {
  await signInBy('wecom')
  const before = vendors.tokens
  await signInBy('wecom')
  expect(vendors.tokens).toBe(before)
  for (const code of [42001, 40014]) {
    vendors.endTokens(code)
    expect((await signInBy('wecom')).body.user_id).toBe(home.users.keeper)
  }
  expect(vendors.tokens).toBe(before + 2)
})

test('who is no member of the company gets nowhere: an outsider, a contact, a member of another company', async () => {
  vendors.now = undefined
  expect((await signInBy('wecom')).msg).toBe(outsider)
  expect((await signInBy('dingtalk')).msg).toBe(outsider)
  vendors.now = contact
  expect((await signInBy('dingtalk')).msg).toBe(outsider)
  vendors.now = engineer
  vendors.chosenCorp = 'ding-another'
  expect((await signInBy('dingtalk')).msg).toBe(outsider)
})

test.each(['wecom', 'dingtalk'])('a state of %s counts once, in the browser that began, and a code counts once', async (source) => {
  if (source === 'dingtalk') vendors.now = engineer
  const begun = await begin(source)
  const came = await visit(begun.data.address, app.url)
  expect((await finish(came, '')).msg).toBe(over)
  expect((await finish(came, (await begin(source)).cookie)).msg).toBe(over)
  expect((await finish(came, begun.cookie)).status).toBe(200)
  expect((await finish(came, begun.cookie)).msg).toBe(over)
  // The used code with a state of one's own.
  const mine = await begin(source)
  const again = await visit(mine.data.address, app.url)
  const used = came.searchParams.get('code') ?? came.searchParams.get('authCode')
  expect((await finish(again, mine.cookie, { code: used })).msg).toBe(failed)
  const log = await admin.get<Page>('/blade-log/usual/list', { event: 'federatedRefused' })
  expect(JSON.stringify(log.body)).not.toContain(used)
})

test('the answer to one provider or tenant is worth nothing at another, and a binding of one hospital is none of the next', async () => {
  await addProvider('wecom', {}, stranger)
  for (const more of [{ tenantId: other.tenant }, { source: 'dingtalk' }]) {
    const begun = await begin('wecom')
    const came = await visit(begun.data.address, app.url)
    expect((await finish(came, begun.cookie, more)).msg).toBe(over)
  }
  vendors.members.push({ userid: 'nobody-here' })
  vendors.now = vendors.members.at(-1)
  expect((await signInBy('wecom', other.tenant)).msg).toMatch('没有与之对应的账号')
})

const secrets = secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: app.dataDir })
/** Delivers as the timed job does. */
const deliver = () => deliverNotices({ pool: app.pool, secrets, reachable: reachableBy('127.0.0.1'), publicUrl: 'https://ward.example' })
const tell = async (user: string, subject: string, tenant = home.tenant) => {
  await app.sql(
    `select set_config('app.tenant', '${tenant}', false); insert into notice (tenant_id, id, kind, subject, detail, user_id, target, target_id, is_read, sent_at)
      values ('${tenant}', gen_random_uuid(), 'job_ended', '${subject}', '详情', '${user}', 'backgroundJob', gen_random_uuid()::text, 0, now())`,
  )
}
const deliveries = async (by: Client = admin) =>
  (await by.get<Page>('/blade-resource/notice-delivery/list', { size: '100' })).data.records as (Row & Record<string, unknown>)[]
const channel = '/blade-resource/notice-channel'
const messages = () => vendors.asked.filter(({ path: at }) => /message|robot/.test(at)).map(({ path: at, body }) => ({ at, body }))

test('notices leave by the app once a channel is active, to bound people alone, each once', async () => {
  const add = (draft: object) => admin.post<Row>(`${channel}/submit`, { kind: 'app', ...draft })
  await tell(home.users.keeper, '从前的消息')
  const { id } = (await add({ channelName: '企业微信', providerId: ids.wecom })).data
  ids.channel = id
  await deliver()
  expect(await deliveries()).toEqual([])
  expect((await admin.post(`${channel}/enable`, { id })).status).toBe(200)
  const bare = (await add({ channelName: '无应用' })).data.id
  expect((await admin.post(`${channel}/enable`, { id: bare })).msg).toBe('请选择企业微信或钉钉的身份源')
  await tell(home.users.keeper, '<a href="https://evil.example">保养到期</a>')
  await tell(home.users.auditor, '没有绑定的人')
  await deliver()
  await deliver()
  expect(messages()).toEqual([
    {
      at: '/cgi-bin/message/send',
      body: {
        touser: 'keeper',
        msgtype: 'text',
        agentid: Number(agentId),
        text: { content: '＜a href="https://evil.example"＞保养到期＜/a＞\n详情\nhttps://ward.example' },
        safe: 0,
        enable_duplicate_check: 0,
      },
    },
  ])
  const [row] = await deliveries()
  expect(row).toMatchObject({ channelName: '企业微信', userId: home.users.keeper, outcome: 'sent', tries: 1 })
  const detail = await admin.get<Row>('/blade-resource/notice-delivery/detail', { id: row!.id })
  expect(String(detail.data.receipt)).toMatch(/^msg-/)
  expect(JSON.stringify(detail.body)).not.toContain('保养到期')
  expect(await deliveries(stranger)).toEqual([])
})

test('a busy vendor is asked again later, one that refuses is not, and what a person has read does not leave', async () => {
  vendors.refusal = 45009
  await tell(home.users.keeper, '稍后')
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'waiting', cause: 'refused', tries: 1 })
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ tries: 1 })
  await app.sql(`update notice_delivery set due_at = now() where outcome = 'waiting'`)
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'sent', tries: 2 })
  vendors.refusal = 81013
  await tell(home.users.keeper, '无此人')
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'failed', cause: 'refused', reason: '81013 refused' })
  vendors.refusal = 45009
  await tell(home.users.keeper, '已读')
  await deliver()
  await app.sql(`update notice_delivery set due_at = now() where outcome = 'waiting'`)
  await app.sql(`select set_config('app.tenant', '${home.tenant}', false); update notice set is_read = 1 where subject = '已读'`)
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'failed', cause: 'read' })
})

test('a person gets no more a day than the channel says, and a stopped channel sends nothing', async () => {
  await admin.post(`${channel}/submit`, { id: ids.channel, dayLimit: 2 })
  const before = messages().length
  await tell(home.users.keeper, '超额')
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'failed', cause: 'limit' })
  await admin.post(`${channel}/submit`, { id: ids.channel, dayLimit: 1000 })
  vendors.refusal = 45009
  await tell(home.users.keeper, '停用前')
  await deliver()
  await admin.post(`${channel}/enable`, { id: ids.channel, isStopped: 1 })
  expect((await deliveries())[0]).toMatchObject({ outcome: 'failed', cause: 'stopped' })
  await tell(home.users.keeper, '停用后')
  await deliver()
  expect(messages().length).toBe(before)
})

test('work notices of DingTalk go to the bound member', async () => {
  const { id } = (await admin.post<Row>(`${channel}/submit`, { kind: 'app', channelName: '钉钉', providerId: ids.dingtalk })).data
  expect((await admin.post(`${channel}/enable`, { id })).status).toBe(200)
  await tell(home.users.engineer, '维修派单')
  await deliver()
  expect(messages().at(-1)).toEqual({
    at: '/topapi/message/corpconversation/asyncsend_v2',
    body: {
      agent_id: Number(agentId),
      userid_list: 'engineer',
      msg: { msgtype: 'text', text: { content: '维修派单\n详情\nhttps://ward.example' } },
    },
  })
})

test('a vendor that cannot be reached is tried once a run, and the rest of its messages wait', async () => {
  const setTo = (address: string) => app.sql('update identity_provider set api_address = $2 where id = $1', [ids.dingtalk, address])
  await setTo('http://127.0.0.1:1')
  for (const subject of ['等待一', '等待二']) await tell(home.users.engineer, subject)
  await deliver()
  const tries = await app.sql(
    `select d.tries from notice_delivery d join notice n on n.tenant_id = d.tenant_id and n.id = d.told_id where n.subject like '等待_' order by d.tries`,
  )
  expect(tries.map((row) => Number(row.tries))).toEqual([0, 1])
  await setTo(vendors.url)
})

test('a robot posts announcements that are for everybody, signed, and nothing that is for one person', async () => {
  const row = { kind: 'robot', channelName: '全院群', robotAddress: vendors.url }
  const { id } = (await admin.post<Row>(`${channel}/submit`, row)).data
  expect((await admin.post(`${channel}/enable`, { id })).msg).toBe('启用前请设置机器人密钥')
  const given = { id, robotToken: vendorApp.robotToken, secretKey: vendorApp.robotSecret }
  expect((await stranger.post(`${channel}/secret`, given)).status).toBe(404)
  expect((await admin.post(`${channel}/secret`, given)).status).toBe(200)
  // Nothing of a secret is kept, not even to answer a repetition.
  const once = { 'idempotency-key': v7() }
  for (const _ of [1, 2]) expect((await admin.post(`${channel}/secret`, given, once)).headers.get('idempotent-replay')).toBeNull()
  expect((await admin.post(`${channel}/enable`, { id })).status).toBe(200)
  expect(JSON.stringify((await admin.get(`${channel}/detail`, { id })).body)).not.toContain(vendorApp.robotSecret)
  const announce = async (title: string, to: object) =>
    expect((await admin.post('/blade-desk/notice/submit', { title, category: '1', content: '内容', ...to })).status).toBe(200)
  await announce('停电通知', { audience: 'all' })
  await announce('一人知道', { audience: 'persons', persons: [home.users.keeper] })
  await deliver()
  await deliver()
  const posted = messages().filter(({ at }) => at === '/robot/send')
  expect(posted).toEqual([{ at: '/robot/send', body: { msgtype: 'text', text: { content: '停电通知\n内容\nhttps://ward.example' } } }])
  // Another address gets neither token nor secret.
  await admin.post(`${channel}/submit`, { id, robotAddress: 'https://robots.example.org' })
  expect(await app.sql('select 1 from secret where row_id = $1', [id])).toEqual([])
})
