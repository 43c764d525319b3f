import { afterAll, expect, test } from 'vitest'
import { pushNotices } from '#server/features/notice/push/push-delivery.ts'
import { reachableBy } from '#server/kit/outbound/outbound.ts'
import { secretKeysOf } from '#server/secret-keys.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home, other, password } from '#tests/harness/hospitals.ts'
import { startPush } from '#tests/harness/push-server.ts'
import { silentHost } from '#tests/harness/silent-host.ts'

const app = await appForFile({ env: { OUTBOUND_PRIVATE: '127.0.0.1' } })
const [keeper, engineer, stranger] = [await app.as('keeper'), await app.as('engineer'), await app.as('engineer', other)]
const host = await startPush()
afterAll(() => host.stop())

const secrets = secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: app.dataDir })
const push = (reachable = reachableBy('127.0.0.1')) =>
  pushNotices({ pool: app.pool, secrets, reachable, publicUrl: 'https://ward.example', patience: 1000 })
const [key, subscribe, unsubscribe] = ['key', 'subscribe', 'unsubscribe'].map((name) => `/osm/notice/push-${name}`) as [
  string,
  string,
  string,
]
const tell = async (user: string, kind: string, subject: string, tenant = home.tenant): Promise<string> => {
  const [row] = await app.sql(
    `insert into notice (tenant_id, id, kind, subject, detail, user_id, target, target_id, is_read, sent_at)
      values ($1, gen_random_uuid(), $2, $3, '请今日处理', $4, 'repairOrder', gen_random_uuid()::text, 0, now()) returning id`,
    [tenant, kind, subject, user],
  )
  return String(row!.id)
}
const since = async <T>(run: () => Promise<T>) => {
  const before = host.taken.length
  await run()
  return host.taken.slice(before)
}
const held = (path: string) => app.sql('select user_id, session_id from push_subscription where endpoint = $1', [host.url + path])
const outcomes = async (notice: string) =>
  (await app.sql('select outcome from push_delivery where notice_id = $1 order by outcome', [notice])).map(({ outcome }) => outcome)
const retryNow = () => app.sql(`update push_delivery set due_at = now() where outcome = 'waiting'`)

test('all processes and hospitals sign with one key, which no answer or row shows', async () => {
  const asked = await Promise.all([keeper, engineer, stranger, keeper].map((by) => by.post<{ key: string }>(key, {})))
  const keys = new Set(asked.map(({ data }) => data.key))
  expect(keys.size).toBe(1)
  expect(Buffer.from([...keys][0]!, 'base64url')).toHaveLength(65)
  expect(await app.sql(`select 1 from secret where purpose = 'notice.push'`)).toHaveLength(1)
})

test('what waits for a person comes once to each of their browsers, encrypted, and leads to its record', async () => {
  await keeper.post(subscribe, host.browser('/keeper'))
  await keeper.post(subscribe, { ...host.browser('/keeper-english'), language: 'en' })
  await engineer.post(subscribe, host.browser('/engineer'))
  await stranger.post(subscribe, host.browser('/stranger'))
  const notice = await tell(home.users.keeper, 'repair_assigned', '呼吸机 R-1')
  const other = await tell(home.users.keeper, 'repair_done', '无需处理')
  await tell(home.users.auditor, 'repair_assigned', '没有订阅的人')
  const taken = await since(async () => {
    await Promise.all([push(), push()])
    await push()
  })
  expect(taken.map(({ path }) => path).sort()).toEqual(['/keeper', '/keeper-english'])
  const [first, second] = [...taken].sort((a, b) => a.path.length - b.path.length)
  expect(first!.told).toEqual({
    id: notice,
    title: '派给您的维修',
    body: '呼吸机 R-1\n请今日处理',
    lang: 'zh',
    url: `/m/noticeJump?id=${notice}`,
  })
  expect(second!.told.lang).toBe('en')
  expect(first!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
  expect(first!.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/)
  expect(await outcomes(notice)).toEqual(['sent', 'sent'])
  expect(await outcomes(other)).toEqual([])
})

test('what was read meanwhile, or is from before the subscription, does not come', async () => {
  const notice = await tell(home.users.engineer, 'repair_assigned', '已读')
  await app.sql('update notice set is_read = 1 where id = $1', [notice])
  const old = await tell(home.users.engineer, 'repair_assigned', '旧消息')
  await app.sql(`update notice set sent_at = now() - interval '7 hours' where id = $1`, [old])
  expect(await since(push)).toEqual([])
})

test('a browser whose push service has forgotten it is removed; a busy service is asked again, a refused message is not', async () => {
  await engineer.post(subscribe, host.browser('/engineer'))
  const first = await tell(home.users.engineer, 'repair_assigned', '稍后')
  host.answers(503)
  await push()
  await push()
  expect(await outcomes(first)).toEqual(['waiting'])
  host.answers(201)
  expect(await since(push)).toEqual([])
  await retryNow()
  expect((await since(push)).map(({ told }) => told.id)).toEqual([first])
  const second = await tell(home.users.engineer, 'repair_assigned', '拒收')
  host.answers(413)
  await push()
  expect(await outcomes(second)).toEqual(['failed'])
  await tell(home.users.engineer, 'repair_assigned', '已失效')
  host.answers(410)
  await push()
  host.answers(201)
  expect(await held('/engineer')).toEqual([])
})

test('a subscription ends with its session, and when the person says so', async () => {
  const browser = host.browser('/ends')
  const own = await app.signIn(home.tenant, 'engineer', password)
  await own.post(subscribe, browser)
  expect(await held('/ends')).toHaveLength(1)
  const notice = await tell(home.users.engineer, 'repair_assigned', '退出后')
  await own.get('/blade-auth/oauth/logout')
  expect(await since(push)).toEqual([])
  expect(await held('/ends')).toEqual([])
  expect(await outcomes(notice)).toEqual([])
  await engineer.post(subscribe, host.browser('/ends'))
  expect((await keeper.post<{ ended: boolean }>(unsubscribe, {})).data.ended).toBe(true)
  expect(await held('/keeper')).toEqual([])
  expect(await held('/ends')).toHaveLength(1)
  expect((await engineer.post<{ ended: boolean }>(unsubscribe, {})).data.ended).toBe(true)
  expect((await engineer.post<{ ended: boolean }>(unsubscribe, {})).data.ended).toBe(false)
})

test('the next person of a browser takes its subscription over, and gets none of the earlier notices', async () => {
  const browser = host.browser('/shared')
  await engineer.post(subscribe, browser)
  await tell(home.users.keeper, 'repair_assigned', '之前')
  await keeper.post(subscribe, browser)
  expect(await held('/shared')).toMatchObject([{ user_id: home.users.keeper }])
  await tell(home.users.engineer, 'repair_assigned', '前一位')
  const mine = await tell(home.users.keeper, 'repair_assigned', '之后')
  expect((await since(push)).map(({ told }) => told.id)).toEqual([mine])
})

test('addresses inside the own network, foreign keys and missing fields are refused and change nothing', async () => {
  const good = host.browser('/refused')
  const said = async (given: object) => (await engineer.post(subscribe, { ...good, ...given })).msg
  expect(await said({ endpoint: 'https://10.0.0.1/x' })).toMatch('该地址指向内部网络')
  expect(await said({ endpoint: 'ftp://push.example/x' })).toMatch('http')
  expect(await said({ p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBe('浏览器的推送密钥不正确')
  expect(await said({ auth: 'AAAA' })).toBe('浏览器的推送密钥不正确')
  expect((await engineer.post(subscribe, { ...good, endpoint: undefined })).status).toBe(400)
  expect((await engineer.post(subscribe, { ...good, userId: home.users.keeper })).status).toBe(400)
  expect(await app.sql('select 1 from push_subscription where user_id = $1', [home.users.engineer])).toEqual([])
})

test('a push service that never answers holds up neither other browsers nor other hospitals', async () => {
  const silent = await silentHost()
  try {
    await engineer.post(subscribe, { ...host.browser('/silent'), endpoint: `http://127.0.0.1:${silent.port}/never` })
    await engineer.post(subscribe, host.browser('/works'))
    await stranger.post(subscribe, host.browser('/stranger'))
    const lost = await tell(home.users.engineer, 'repair_assigned', '无应答')
    const foreign = await tell(other.users.engineer, 'repair_assigned', '别家', other.tenant)
    const taken = await since(push)
    expect(taken.map(({ path }) => path).sort()).toEqual(['/stranger', '/works'])
    expect(taken.find(({ path }) => path === '/stranger')!.told.id).toBe(foreign)
    // It may have taken the message: it is not sent again.
    expect(await outcomes(lost)).toEqual(['sent', 'unknown'])
  } finally {
    await silent.stop()
  }
})

test('a person has ten browsers, the newest', async () => {
  for (let n = 0; n < 12; n++) await engineer.post(subscribe, host.browser(`/many-${n}`))
  const rows = await app.sql('select endpoint from push_subscription where user_id = $1 order by made_at', [home.users.engineer])
  expect(rows).toHaveLength(10)
  expect(rows.at(-1)!.endpoint).toBe(`${host.url}/many-11`)
})
