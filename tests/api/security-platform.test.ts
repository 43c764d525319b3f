import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Client, type Row } from '#tests/harness/app-for-test.ts'
import { digest, home } from '#tests/harness/hospitals.ts'
import { own, peopleLab } from '#tests/harness/people.ts'
import { codeNow } from '#tests/harness/totp.ts'

const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)
const factor = '/blade-user/factor'
const upload = `${app.url}/api/blade-resource/oss/endpoint/put-file`

describe('a remembered device', () => {
  const bytesOf = (text: string): Buffer => {
    const bits = [...text].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0')).join('')
    return Buffer.from((bits.match(/.{8}/g) ?? []).map((one) => Number.parseInt(one, 2)))
  }
  const ask = async (account: string, word: string, more: Record<string, string> = {}, cookie = '') => {
    const query = new URLSearchParams({ tenantId: home.tenant, username: account, password: digest(word), grant_type: 'password', ...more })
    const response = await fetch(`${app.url}/api/osm/auth/oauth/token?${query}`, { method: 'POST', headers: { cookie } })
    return { status: response.status, cookies: response.headers.getSetCookie(), ...((await response.json()) as { data?: unknown }) }
  }

  test('is forgotten when an administrator gives a new password: who stole it is asked for the code', async () => {
    const { id, account, client } = await lab.settled()
    const { data } = await client.post<{ secret: string }>(`${factor}/begin`, { password: own })
    const secret = bytesOf(data.secret)
    const done = await client.post<{ codes: string[] }>(`${factor}/confirm`, { code: await codeNow(secret) })
    const { cookies } = await ask(account, own, { totp: done.data.codes[0]!, remember: '1' })
    const device = cookies.find((one) => one.startsWith('eam-device='))!.split(';')[0]!
    expect((await ask(account, own, {}, device)).status).toBe(200)
    const given = (await lab.reset(id)).data.password!
    expect(await ask(account, given, {}, device)).toMatchObject({ status: 400, data: { second_factor: true } })
  })
})

test('a locked screen is no place to guess passwords or codes at', async () => {
  const { client } = await lab.settled()
  expect((await client.post('/osm/session/lock')).status).toBe(200)
  for (const [path, body] of [
    [`${factor}/begin`, { password: own }],
    [`${factor}/begin`, { password: 'another-word' }],
    [`${factor}/remove`, { password: 'another-word', code: '000000' }],
    ['/osm/user/update-password', { oldPassword: 'another-word', newPassword: 'Other2026', newPassword1: 'Other2026' }],
  ] as const)
    expect((await client.post(path, body)).error, path).toBe('locked')
  // None of them counted as a wrong password.
  expect((await client.post('/osm/session/unlock', { password: digest(own) })).status).toBe(200)
})

describe('a file', () => {
  const put = async (by: Client, name: string, bytes: string): Promise<string> => {
    const form = new FormData()
    form.set('file', new File([bytes], name))
    const answer = await answerOf<Row>(await fetch(upload, { method: 'POST', headers: by.headers, body: form }))
    expect(answer.status, answer.msg).toBe(200)
    return answer.data.id
  }
  const served = async (id: string): Promise<string> => {
    const { headers } = await fetch(`${app.url}/api/file/${id}`, { headers: admin.headers })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    return decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')
  }
  const table = 'name,qty\n<script>alert(1)</script>,2\n'

  test.each([
    ['清单.csv', table, '清单.csv'],
    ['清单.TXT', table, '清单.TXT'],
    ['report.html', table, 'report.html.csv'],
    ['setup.hta', table, 'setup.hta.csv'],
    ['photo\u202egpj.exe', '%PDF-1.4\n%%EOF\n', 'photogpj.exe.pdf'],
    ['无后缀', '%PDF-1.4\n%%EOF\n', '无后缀.pdf'],
  ])('named %s is downloaded as what it is', async (name, bytes, as) => {
    expect(await served(await put(admin, name, bytes))).toBe(as)
  })

  test.each([
    ['an invented token', `bearer ${home.tenant}.${'a'.repeat(43)}`, 401],
    ['no token', '', 401],
  ])('is not taken in with %s', async (_, token, status) => {
    const answered = await new Promise((resolve, reject) => {
      const headers = { 'blade-auth': token, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 15_000_000 }
      const sent = request(upload, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode)
        sent.destroy()
      })
      sent.on('error', reject)
      // Nothing more comes: who waits for the rest answers nothing.
      sent.write('--x\r\n')
    })
    expect(answered).toBe(status)
  })
})

describe('a text message', () => {
  const path = '/blade-resource/sms'
  const gateway = createServer(
    (_, response) => void response.end(JSON.stringify({ Code: 'isv.REFUSED', Message: 'no\u0000\u001b[31m quota' })),
  )
  beforeAll(async () => {
    await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  })
  afterAll(() => void gateway.close())

  test('goes to one phone once, however its number is written', async () => {
    const { id } = (await admin.post<Row>(`${path}/submit`, { smsCode: 'written', category: 'log', content: `\${constructor}` })).data
    expect((await admin.post(`${path}/enable`, { id })).status).toBe(200)
    const send = (phones: string, params?: object) => admin.post(`${path}/endpoint/send-message`, { code: 'written', phones, params })
    expect((await send('13800138001')).msg).toBe('缺少模板参数“constructor”')
    expect((await send('13800138001', { constructor: '1' })).status).toBe(200)
    for (const again of ['+8613800138001', '008613800138001', '8613800138001'])
      expect((await send(again, { constructor: '1' })).error, again).toBe('too_many_requests')
  })

  test('keeps what a provider says of it, without its control characters', async () => {
    const endpoint = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`
    const draft = { smsCode: 'refused', category: 'aliyun', templateId: 'SMS_1', signName: '医院', accessKey: 'k', endpoint }
    const { id } = (await admin.post<Row>(`${path}/submit`, draft)).data
    await admin.post(`${path}/secret`, { id, secretKey: 'a-secret' })
    expect((await admin.post(`${path}/enable`, { id })).msg).toBe('操作成功')
    const sent = await admin.post<Row[]>(`${path}/endpoint/send-message`, { code: 'refused', phones: '13800138002' })
    await expect
      .poll(async () => (await admin.get<Row>(`${path}/message/detail`, { id: sent.data[0]!.id })).data, { timeout: 10_000 })
      .toMatchObject({ outcome: 'failed', reason: 'isv.REFUSED no  [31m quota' })
  })
})

test('a proposed name is cut between letters', async () => {
  const englishName = `${'a'.repeat(99)}\u{1f600} monitor`
  expect((await admin.post('/eam/device-term/submit', { standardName: '心电监护仪甲', englishName })).status).toBe(200)
  const asked = { names: [{ name: '心电监护仪甲' }], nameLanguage: 'en' }
  const { data, msg } = await admin.post<Row[]>('/eam/ai/device-standardization', asked)
  expect(data?.[0]?.standardName, msg).toBe('a'.repeat(99))
})
