import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayStart, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { aliyunSignature } from '#server/features/notice/sms-aliyun.ts'
import { webhookSignature } from '#server/features/notice/sms-webhook.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const admin = await app.as('administrator')
const platform = await app.signIn('000000', 'admin', 'admin')

interface Asked {
  readonly headers: Record<string, unknown>
  readonly body: string
}
const asked: Asked[] = []
let reply = { status: 200, body: '{"Code":"OK","BizId":"9001"}' }
const gateway = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (piece: string) => {
    body += piece
  })
  request.on('end', () => {
    asked.push({ headers: request.headers, body })
    response.writeHead(reply.status).end(reply.body)
  })
})
let endpoint = ''
beforeAll(async () => {
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  endpoint = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
})
afterAll(() => void gateway.close())

const path = '/blade-resource/sms'
const secret = 'a-secret-of-the-vendor'
const code = '135790'

async function template(by: Client, given: Record<string, unknown>): Promise<string> {
  const { data } = await by.post<Row>(`${path}/submit`, given)
  return data.id
}
const send = (by: Client, smsCode: string, phones: string, params?: unknown) =>
  by.post<{ id: string; phone: string }[]>(`${path}/endpoint/send-message`, { code: smsCode, phones, params })

/** The message once it is neither waiting nor being sent. */
async function ended(id: string): Promise<Row> {
  for (let left = 200; left > 0; left--) {
    const { data } = await admin.get<Row>(`${path}/message/detail`, { id })
    if (data.outcome !== 'waiting' && data.outcome !== 'sending') return data
    await new Promise((go) => setTimeout(go, 50))
  }
  throw new Error('the message stays')
}

test('a template begins out of service, and is put into it once its provider can send with it', async () => {
  const id = await template(admin, { smsCode: 'ali', category: 'aliyun', endpoint, templateId: 'SMS_1' })
  expect((await admin.get<Row>(`${path}/detail`, { id })).data.isStopped).toBe(1)
  expect((await send(admin, 'ali', '13800000001')).msg).toBe('没有已启用的短信配置“ali”')
  expect((await admin.post(`${path}/enable?id=${id}`)).msg).toBe('启用前请填写“短信签名”')
  await admin.post(`${path}/submit`, { id, signName: '医院', accessKey: 'testId' })
  expect((await admin.post(`${path}/enable?id=${id}`)).msg).toBe('启用前请设置密钥')
  expect((await admin.post(`${path}/secret`, { id, secretKey: secret })).status).toBe(200)
  expect((await admin.post(`${path}/enable?id=${id}`)).status).toBe(200)
  // In service it keeps what it needs.
  expect((await admin.post(`${path}/submit`, { id, signName: '' })).status).toBe(400)
  expect((await admin.get<Row>(`${path}/detail`, { id })).data).toMatchObject({ isStopped: 0, signName: '医院' })
})

test('a test message is sent with code, phones and params, signed as the vendor asks, and its row says how it went', async () => {
  const { data } = await send(admin, 'ali', '13800000001', JSON.stringify({ code }))
  expect(data).toMatchObject([{ phone: '138****0001', outcome: 'waiting' }])
  expect(await ended(data[0]!.id)).toMatchObject({ outcome: 'sent', providerNo: '9001', smsCode: 'ali', senderId: admin.userId })
  const { Signature, ...given } = Object.fromEntries(new URLSearchParams(asked.at(-1)!.body))
  expect(given).toMatchObject({ PhoneNumbers: '13800000001', TemplateParam: JSON.stringify({ code }), TemplateCode: 'SMS_1' })
  expect(Signature).toBe(aliyunSignature('POST', given as Record<string, string>, secret))
  reply = { status: 200, body: '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"too fast"}' }
  const refused = await send(admin, 'ali', '13800000002')
  expect(await ended(refused.data[0]!.id)).toMatchObject({ outcome: 'failed', reason: 'isv.BUSINESS_LIMIT_CONTROL too fast' })
})

test('a gateway of the hospital gets the text that the template makes, signed', async () => {
  reply = { status: 204, body: '' }
  const id = await template(admin, { smsCode: 'hook', category: 'webhook', endpoint, content: `验证码 \${code}，\${minutes} 分钟内有效` })
  await admin.post(`${path}/secret`, { id, secretKey: secret })
  await admin.post(`${path}/enable`, { id })
  expect((await send(admin, 'hook', '13800000003', { code })).msg).toBe('缺少模板参数“minutes”')
  const { data } = await send(admin, 'hook', '13800000003', { code, minutes: 5 })
  expect(await ended(data[0]!.id)).toMatchObject({ outcome: 'sent' })
  const { headers, body } = asked.at(-1)!
  expect(JSON.parse(body)).toMatchObject({ phone: '13800000003', text: `验证码 ${code}，5 分钟内有效` })
  expect(headers['x-wardkeeper-signature']).toBe(`sha256=${webhookSignature(secret, String(headers['x-wardkeeper-timestamp']), body)}`)
})

test('a value with a line end or another control character is refused by its name, before anything is sent', async () => {
  const before = asked.length
  for (const broken of ['12\n34', '12\r34', '\u0000', '1\t2'])
    for (const given of [{ code: broken, minutes: 5 }, JSON.stringify({ code: broken, minutes: 5 })])
      expect(await send(admin, 'hook', '13800000033', given), JSON.stringify(broken)).toMatchObject({
        status: 400,
        msg: '模板参数“code”含有换行或控制字符',
        data: [{ field: 'params' }],
      })
  const { total } = (await admin.get<Page>(`${path}/message/list`, { phone: '138****0033' })).data
  expect([total, asked.length]).toEqual([0, before])
})

test('neither secrets nor what was filled in nor whole numbers are answered or kept in the open', async () => {
  const rows = (await admin.get<Page>(`${path}/list`)).data.records
  const said = [rows, (await admin.get(`${path}/message/list`)).data, (await admin.get(`${path}/history`, { id: rows[0]!.id })).data]
  const stored = await app.sql(`select (select json_agg(s) from sms s) as a, (select json_agg(m) from sms_message m) as b,
    (select json_agg(j) from background_job j) as c, (select json_agg(e) from audit_event e) as d, (select json_agg(l) from access_log l) as e,
    (select count(*)::int from secret where purpose = 'sms.values') as left`)
  for (const text of [JSON.stringify(said), JSON.stringify(stored)]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(code)
    expect(text).not.toContain('13800000001')
  }
  expect(stored[0]!.left).toBe(0)
})

test('an address inside the network is refused when it is saved, and when a name leads there', async () => {
  for (const wrong of ['http://169.254.169.254/latest', 'http://10.0.0.8/x', 'http://[::1]:5432/', 'http://user:word@example.org/'])
    expect((await admin.post(`${path}/submit`, { smsCode: 'inside', category: 'webhook', endpoint: wrong })).status).toBe(400)
  expect((await admin.get<Page>(`${path}/list`, { smsCode: 'inside' })).data.total).toBe(0)
})

test('one phone is not sent two messages at once, nor more a day than the template says', async () => {
  expect((await send(admin, 'hook', '13800000003', { code, minutes: 5 })).status).toBe(429)
  // What was sent until midnight at home is not of this day.
  const midnight = dayStart(homeDay(new Date()))
  await app.sql('update sms_message set created_at = $1', [midnight])
  const { id } = (await admin.get<Page>(`${path}/list`, { smsCode: 'hook' })).data.records[0]!
  await admin.post(`${path}/submit`, { id, dayLimit: 1 })
  expect((await send(admin, 'hook', '13800000003', { code, minutes: 5 })).msg).toBe('该号码今日接收的短信已达上限')
  await app.sql(`update sms_message set created_at = $1::timestamptz - interval '1 second'`, [midnight])
  expect((await send(admin, 'hook', '13800000003', { code, minutes: 5 })).status).toBe(200)
  for (const wrong of ['12', 'abc', '13800000003,x', Array.from({ length: 101 }, (_, i) => 13900000000 + i).join()])
    expect((await send(admin, 'hook', wrong, { code, minutes: 5 })).status).toBe(400)
})

test('a hospital without a template of its own uses the platform’s, within the quota that the platform gives', async () => {
  const id = await template(platform, { smsCode: 'common', category: 'log' })
  await platform.post(`${path}/enable`, { id })
  const { data } = await send(admin, 'common', '13800000009')
  expect(await ended(data[0]!.id)).toMatchObject({ outcome: 'sent', category: 'log' })
  // Its row stays the platform's.
  expect((await admin.get(`${path}/detail`, { id })).status).toBe(404)
  expect((await admin.post(`${path}/enable`, { id })).status).toBe(404)
  // The tests before moved messages to the day before, which is another month on the first of a month.
  await app.sql('update sms_message set created_at = now() where tenant_id = $1', [home.tenant])
  const used = Number((await app.sql(`select count(*)::int as n from sms_message where tenant_id = $1`, [home.tenant]))[0]!.n)
  await platform.post('/blade-system/tenant/setting', { id: home.tenant, smsQuota: used + 1 })
  expect((await send(admin, 'common', '13800000011,13800000012')).msg).toBe(`本月短信已用 ${used} 条，额度 ${used + 1} 条，不足以发送`)
  expect((await send(admin, 'common', '13800000011')).status).toBe(200)
  expect((await send(admin, 'common', '13800000012')).status).toBe(400)
  // The month of the quota begins at midnight at home.
  const month = dayStart(monthAfter(homeDay(new Date()), 0))
  await app.sql('update sms_message set created_at = $2 where tenant_id = $1', [home.tenant, month])
  expect((await send(admin, 'common', '13800000013')).status).toBe(400)
  await app.sql(`update sms_message set created_at = $2::timestamptz - interval '1 second' where tenant_id = $1`, [home.tenant, month])
  expect((await send(admin, 'common', '13800000013')).status).toBe(200)
})

test('who may not send or change templates does neither', async () => {
  const keeper = await app.as('keeper')
  const { id } = (await admin.get<Page>(`${path}/list`)).data.records[0]!
  expect((await send(keeper, 'common', '13800000020')).status).toBe(403)
  for (const call of ['enable', 'secret', 'submit']) expect((await keeper.post(`${path}/${call}`, { id, secretKey: 'x' })).status).toBe(403)
  expect((await keeper.get(`${path}/list`)).status).toBe(403)
})
