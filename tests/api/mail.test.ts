import { afterAll, expect, test } from 'vitest'
import { homeDay, homeHour } from '#contract/kit/time/day.ts'
import { digestHourKey } from '#contract/params.ts'
import { deliverNotices } from '#server/features/notice/notice-delivery.ts'
import { reachableBy } from '#server/kit/outbound/outbound.ts'
import { secretKeysOf } from '#server/secret-keys.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { silentHost } from '#tests/harness/silent-host.ts'
import { mailAccount, startMail } from '#tests/harness/smtp.ts'

const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const [admin, keeper, stranger] = [await app.as('administrator'), await app.as('keeper'), await app.as('administrator', other)]
const host = await startMail('starttls')
afterAll(() => host.stop())

const path = '/blade-resource/notice-channel'
const secrets = secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: app.dataDir })
const deliver = (now = new Date(), reachable = reachableBy('127.0.0.1')) =>
  deliverNotices({ pool: app.pool, secrets, reachable, publicUrl: 'https://ward.example', now })
const inTenant = (sql: string, tenant = home.tenant) => app.sql(`select set_config('app.tenant', '${tenant}', false); ${sql}`)
const quoted = (text: string): string => `'${text.replace(/'/g, "''")}'`
const tell = (user: string, kind: string, subject: string, detail = '详情', tenant = home.tenant) =>
  inTenant(
    `insert into notice (tenant_id, id, kind, subject, detail, user_id, target, target_id, is_read, sent_at) values ('${tenant}', gen_random_uuid(), '${kind}',
      ${quoted(subject)}, ${quoted(detail)}, '${user}', 'repairOrder', gen_random_uuid()::text, 0, now())`,
    tenant,
  )
const deliveries = async (by: Client = admin) =>
  (await by.get<Page>('/blade-resource/notice-delivery/list', { size: '100' })).data.records as (Row & Record<string, unknown>)[]
const retryNow = () => inTenant(`update notice_delivery set due_at = now() where outcome = 'waiting'`)
const server = (given: object = {}) => ({
  channelName: '邮件',
  kind: 'mail',
  mailHost: '127.0.0.1',
  mailPort: host.port,
  mailSecurity: 'starttls',
  mailUser: mailAccount.user,
  mailFrom: mailAccount.user,
  caCertificate: host.ca,
  ...given,
})
const enable = (id: string, by = admin, more: object = {}) => by.post(`${path}/enable`, { id, ...more })
async function add(given: object = {}, by = admin): Promise<string> {
  const saved = await by.post<Row>(`${path}/submit`, server(given))
  expect(saved.msg).toBe('操作成功')
  return saved.data.id
}
let channel = ''
for (const [name, tenant] of [
  ['keeper', home],
  ['administrator', home],
  ['engineer', home],
  ['engineer', other],
] as const)
  await inTenant(`update app_user set email = '${name}@ward.example' where id = '${tenant.users[name]}'`, tenant.tenant)

test('a mail server is used once it lets the account in over TLS; its password is in no answer', async () => {
  channel = await add({ caCertificate: null, mailPort: null })
  expect((await enable(channel)).msg).toBe('启用前请填写“端口”')
  await admin.post(`${path}/submit`, { id: channel, mailPort: host.port })
  expect((await enable(channel)).msg).toBe('启用前请设置邮箱密码')
  const setPassword = (secretKey: string, by = admin) => by.post(`${path}/mail-secret`, { id: channel, secretKey })
  expect((await setPassword('wrong', stranger)).status).toBe(404)
  await setPassword('wrong')
  // Its certificate is of an unknown authority.
  expect((await enable(channel)).msg).toMatch(/^邮件服务器没有接受（.*请检查地址、加密方式、账号和密码$/)
  expect(host.letters).toEqual([])
  await admin.post(`${path}/submit`, { id: channel, caCertificate: host.ca })
  await setPassword('wrong')
  expect((await enable(channel)).msg).toMatch('535 5.7.8 wrong account or password')
  await setPassword(mailAccount.password)
  expect(await enable(channel)).toMatchObject({ status: 200 })
  expect(JSON.stringify((await admin.get(`${path}/detail`, { id: channel })).body)).not.toContain(mailAccount.password)
  expect((await admin.post(`${path}/secret`, { id: channel, robotToken: 'a', secretKey: 'b' })).msg).toBe('电子邮件通道请设置邮箱密码')
})

test('a password leaves over TLS only, private addresses stay closed, and another server does not get the password', async () => {
  const open = await add({ channelName: '明文', mailSecurity: 'none' })
  await admin.post(`${path}/mail-secret`, { id: open, secretKey: 'x' })
  expect((await enable(open)).msg).toBe('密码只能加密传送，请选择 SSL/TLS 或 STARTTLS')
  expect((await admin.post(`${path}/submit`, { id: open, mailHost: '10.0.0.1' })).msg).toMatch('该地址指向内部网络')
  expect(await app.sql('select 1 from secret where row_id = $1', [open])).toHaveLength(1)
  await admin.post(`${path}/submit`, { id: open, mailHost: 'mail.example.org' })
  expect(await app.sql('select 1 from secret where row_id = $1', [open])).toEqual([])
  const second = await add({ channelName: '第二个' })
  await admin.post(`${path}/mail-secret`, { id: second, secretKey: mailAccount.password })
  expect((await enable(second)).msg).toBe('同时只能启用一个电子邮件通道，请先停用“邮件”')
  // Who opens a server could read the codes for new passwords.
  const manager = await app.as('equipment_manager')
  expect((await enable(channel, manager)).status).toBe(403)
})

test('a trial goes to the own address alone', async () => {
  expect(await admin.post(`${path}/test`, { id: channel })).toMatchObject({ status: 200, data: { address: 'administrator@ward.example' } })
  expect(host.letters.at(-1)).toMatchObject({
    to: 'administrator@ward.example',
    from: mailAccount.user,
    isEncrypted: true,
    user: mailAccount.user,
  })
  expect((await stranger.post(`${path}/test`, { id: channel })).status).toBe(404)
  await inTenant(`update app_user set email = null where id = '${home.users.administrator}'`)
  expect((await admin.post(`${path}/test`, { id: channel })).msg).toBe('您尚未填写邮箱，请先在个人信息中填写')
})

test('what waits for a person comes at once, everything else not, each letter once, as text and HTML', async () => {
  const before = host.letters.length
  await tell(home.users.keeper, 'repair_assigned', '呼吸机 <b>R-1</b>', '请今日处理')
  await tell(home.users.keeper, 'repair_done', '无需处理')
  await tell(home.users.auditor, 'repair_assigned', '没有邮箱的人')
  await tell(other.users.engineer, 'repair_assigned', '别家医院', '', other.tenant)
  await Promise.all([deliver(), deliver()])
  await deliver()
  expect(host.letters.slice(before).map(({ to }) => to)).toEqual(['keeper@ward.example'])
  const letter = host.letters.at(-1)!
  expect(letter.headers).toContain('Auto-Submitted: auto-generated')
  expect(letter.text).toContain('派给您的维修\n呼吸机 <b>R-1</b>\n请今日处理')
  expect(letter.text).toContain('https://ward.example')
  expect(letter.html).toContain('呼吸机 &lt;b&gt;R-1&lt;/b&gt;')
  expect(letter.html).toContain('<a href="https://ward.example">')
  const [row] = await deliveries()
  expect(row).toMatchObject({ channelName: '邮件', userId: home.users.keeper, outcome: 'sent', tries: 1 })
  expect(await deliveries(stranger)).toEqual([])
})

test('a subject cannot begin another header', async () => {
  await tell(home.users.keeper, 'flow_urged', 'A\r\nBcc: thief@evil.example\r\n\r\nhello', 'x')
  await deliver()
  const { headers, to } = host.letters.at(-1)!
  expect(to).toBe('keeper@ward.example')
  expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([])
  expect(headers.filter((line) => /^subject/i.test(line))).toHaveLength(1)
})

test('a server that says “later” is asked again, one that refuses is not, and both are written down in its words', async () => {
  host.answers = { RCPT: '451 4.7.1 greylisted' }
  await tell(home.users.keeper, 'flow_waits', '稍后')
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'waiting', cause: 'refused', reason: '451 4.7.1 greylisted', tries: 1 })
  host.answers = { RCPT: '550 5.1.1 no such mailbox' }
  await retryNow()
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'failed', cause: 'refused', reason: '550 5.1.1 no such mailbox', tries: 2 })
  host.answers = {}
  const before = host.letters.length
  await retryNow()
  await deliver()
  expect(host.letters.length).toBe(before)
})

test('a server that knows another password is asked once a run, and everything comes when the password is right', async () => {
  host.answers = { AUTH: '535 5.7.8 wrong account or password' }
  const [before, connections] = [host.letters.length, host.connections]
  for (const subject of ['eins', 'zwei', 'drei']) await tell(home.users.keeper, 'flow_waits', subject)
  await deliver()
  expect(host.connections).toBe(connections + 1)
  const waiting = (await deliveries()).filter(({ outcome }) => outcome === 'waiting')
  expect(waiting).toHaveLength(3)
  expect(waiting.filter(({ tries }) => tries === 1)).toMatchObject([{ cause: 'refused', reason: '535 5.7.8 wrong account or password' }])
  host.answers = {}
  await retryNow()
  await deliver()
  expect(host.letters.length).toBe(before + 3)
})

test('a letter that a killed process was sending is not sent again', async () => {
  const before = host.letters.length
  await tell(home.users.keeper, 'flow_waits', '中断')
  host.answers = { MAIL: '451 later' }
  await deliver()
  host.answers = {}
  await inTenant(`update notice_delivery set outcome = 'sending', updated_at = now() - interval '6 minutes' where outcome = 'waiting'`)
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'unknown', cause: 'interrupted' })
  expect(host.letters.length).toBe(before)
})

test('who is disabled or has no address when the letter would leave gets none, with the reason', async () => {
  host.answers = { MAIL: '451 later' }
  await tell(home.users.engineer, 'flow_waits', '停用')
  await deliver()
  await inTenant(`update app_user set status = 'stopped' where id = '${home.users.engineer}'`)
  await retryNow()
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'failed', cause: 'disabled' })
  await inTenant(`update app_user set status = 'active' where id = '${home.users.engineer}'`)
  await tell(home.users.engineer, 'flow_waits', '无邮箱')
  await deliver()
  await inTenant(`update app_user set email = null where id = '${home.users.engineer}'`)
  await retryNow()
  await deliver()
  expect((await deliveries())[0]).toMatchObject({ outcome: 'failed', cause: 'addressless' })
  host.answers = {}
})

test('an address that no server takes fails at once and holds up no other letter', async () => {
  await inTenant(`update app_user set email = 'a<b@ward.example' where id = '${home.users.engineer}'`)
  const before = host.letters.length
  await tell(home.users.engineer, 'flow_waits', '错误的邮箱')
  await tell(home.users.keeper, 'flow_waits', '后面的信')
  await deliver()
  expect(host.letters.slice(before).map(({ to }) => to)).toEqual(['keeper@ward.example'])
  const found = (await deliveries()).find(({ userId }) => userId === home.users.engineer)
  expect(found).toMatchObject({ outcome: 'failed', cause: 'refused', tries: 1 })
  expect(JSON.stringify(found)).not.toContain('a<b')
  await inTenant(`update app_user set email = null where id = '${home.users.engineer}'`)
})

interface Choices {
  readonly isActive: boolean
  readonly email: string | null
  readonly digestHour: number
  readonly language: string
  readonly ways: Readonly<Record<string, string>>
}
const choices = (by: Client = keeper) => by.get<Choices>('/osm/notice/mail-choices')
const choose = (given: object, by: Client = keeper) => by.post('/osm/notice/choose-mail', given)

test('a person chooses by kind, for themselves alone', async () => {
  expect((await choices()).data).toMatchObject({ isActive: true, email: 'keeper@ward.example', digestHour: 8, language: 'zh' })
  expect((await choices()).data.ways).toMatchObject({ repair_assigned: 'now', repair_done: 'none', flow_waits: 'now' })
  const given = [
    { kind: 'repair_assigned', way: 'none' },
    { kind: 'repair_done', way: 'now' },
    { kind: 'part_low', way: 'digest' },
    { kind: 'repair_cancelled', way: 'digest' },
  ]
  expect((await choose({ choices: given, language: 'en' })).status).toBe(200)
  expect((await choose({ choices: [{ kind: 'no_such_kind', way: 'now' }] })).msg).toBe('没有消息类型“no_such_kind”')
  expect((await choose({ choices: [{ kind: 'flow_waits', way: 'often' }] })).status).toBe(400)
  expect((await choices()).data.ways).toMatchObject({ repair_assigned: 'none', repair_done: 'now', part_low: 'digest', flow_waits: 'now' })
  expect((await choices(admin)).data.ways).toMatchObject({ repair_assigned: 'now', repair_done: 'none' })
  expect((await choices(stranger)).data).toMatchObject({ isActive: false })
  const before = host.letters.length
  await tell(home.users.keeper, 'repair_assigned', '不要')
  await tell(home.users.keeper, 'repair_done', 'wanted')
  // What was told before the choice changes still goes as it was to go, and nothing older comes after the event.
  await choose({ choices: [{ kind: 'repair_assigned', way: 'now' }] })
  await deliver()
  expect(host.letters.slice(before).map(({ text }) => text.split('\n').slice(2, 4))).toEqual([['Repair signed off', 'wanted']])
})

test('a digest comes once a day at the hour of the hospital, also with two processes and after a standstill', async () => {
  const now = new Date()
  // The hour that has begun: what is told now belongs to the digest of tomorrow.
  const hour = homeHour(now)
  const facts = { paramName: '邮件汇总', paramKey: digestHourKey, paramValue: String(hour) }
  const saved = await admin.post<Row>('/blade-system/param/submit', facts)
  expect(saved.status).toBe(200)
  expect((await choices()).data.digestHour).toBe(hour)
  const digests = () => host.letters.filter(({ headers }) => headers.some((line) => /^Subject: .*Unread notices/.test(line)))
  await tell(home.users.keeper, 'part_low', 'gauze')
  await tell(home.users.keeper, 'repair_cancelled', 'pump')
  await tell(home.users.keeper, 'part_low', 'already read')
  await inTenant(`update notice set is_read = 1 where subject = 'already read'`)
  // What came at once does not come again when the person chooses the digest afterwards.
  await tell(home.users.keeper, 'flow_waits', 'came alone')
  await deliver(now)
  expect(host.letters.at(-1)!.text).toContain('came alone')
  await choose({ choices: [{ kind: 'flow_waits', way: 'digest' }] })
  await inTenant(`update notice_channel set opened_at = now() - interval '3 days' where kind = 'mail'`)
  await deliver(now)
  expect(digests()).toEqual([])
  const tomorrow = new Date(now.getTime() + 24 * 3_600_000)
  await Promise.all([deliver(tomorrow), deliver(tomorrow)])
  await deliver(tomorrow)
  expect(digests().map(({ to, text }) => [to, /gauze/.test(text), /pump/.test(text), /already read|came alone/.test(text)])).toEqual([
    ['keeper@ward.example', true, true, false],
  ])
  // What waits for the next digest comes at once when the person chooses so; what a digest has told does not come again.
  await tell(home.users.keeper, 'part_low', 'wants it now')
  await inTenant(`update notice set sent_at = now() + interval '1 day 1 minute' where subject = 'wants it now'`)
  const before = host.letters.length
  await choose({ choices: ['flow_waits', 'part_low'].map((kind) => ({ kind, way: 'now' })) })
  await deliver(tomorrow)
  expect(host.letters.slice(before).map(({ text }) => /wants it now/.test(text))).toEqual([true])
  // Nothing new: no letter on the next days, and one alone for a standstill of three.
  await deliver(new Date(now.getTime() + 2 * 24 * 3_600_000))
  await deliver(new Date(now.getTime() + 5 * 24 * 3_600_000))
  expect(digests()).toHaveLength(1)
  expect(await app.sql('select digest_on::text as day from notice_digest where tenant_id = $1', [home.tenant])).toEqual([
    { day: homeDay(tomorrow) },
  ])
})

test('a server that never answers holds up neither the next hospital nor its own other messages', async () => {
  const silent = await silentHost()
  try {
    const theirs = await add({ channelName: '别家', mailHost: '127.0.0.1' }, stranger)
    await stranger.post(`${path}/mail-secret`, { id: theirs, secretKey: mailAccount.password })
    expect((await enable(theirs, stranger)).status).toBe(200)
    await inTenant(`update notice_channel set mail_port = ${silent.port} where id = '${theirs}'`, other.tenant)
    await tell(other.users.engineer, 'flow_waits', '悬着', '', other.tenant)
    await tell(home.users.keeper, 'flow_waits', 'goes on')
    const before = host.letters.length
    const run = deliver()
    await silent.reached(1)
    while (host.letters.length === before) await new Promise((go) => setTimeout(go, 20))
    expect(host.letters.at(-1)!.to).toBe('keeper@ward.example')
    await run
    expect((await deliveries(stranger))[0]).toMatchObject({ outcome: 'waiting', cause: 'unreachable', tries: 1 })
  } finally {
    await silent.stop()
  }
}, 60_000)

test('a stopped channel sends nothing, and one whose server changes stops', async () => {
  await enable(channel, admin, { isStopped: 1 })
  const before = host.letters.length
  await tell(home.users.keeper, 'flow_waits', '停用后')
  await deliver()
  expect(host.letters.length).toBe(before)
  expect((await enable(channel)).status).toBe(200)
  await admin.post(`${path}/submit`, { id: channel, mailPort: 2525 })
  expect((await admin.get<Row>(`${path}/detail`, { id: channel })).data).toMatchObject({ isStopped: 1, secretSetAt: null })
})
