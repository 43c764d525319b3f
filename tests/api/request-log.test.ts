import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { newKey } from '#server/kit/access/secrets.ts'
import { readSettings } from '#server/settings.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { type Page, type Row, signInAt } from '#tests/harness/app-for-test.ts'
import { home, password } from '#tests/harness/hospitals.ts'

const app = await appForFile()

interface Line {
  readonly level: number
  readonly msg: string
  readonly route?: string
  readonly status?: number
  readonly tenantId?: string
  readonly userId?: string
  readonly lacks?: string
}

/** The program with every line of its log, at the level that says most. */
const logged = async (
  env: Record<string, string>,
  work: (url: string, log: (object: unknown) => void) => Promise<void>,
): Promise<string[]> => {
  const lines: string[] = []
  const pool = openPool(app.database.appUrl, 4)
  const settings = readSettings({ NODE_ENV: 'test', RATE_LIMIT: '0', LOG_LEVEL: 'trace', DATA_DIR: app.dataDir, ...env })
  const reported = await buildApp({ settings, pool, log: { write: (line) => void lines.push(line) } })
  try {
    await work(await reported.listen({ host: '127.0.0.1', port: 0 }), (object) => reported.log.info(object))
  } finally {
    await reported.close()
    await pool.end()
  }
  return lines
}

test('a refused right is logged with the id of the person, not the name; other lines name no person', async () => {
  const lines = await logged({}, async (url) => {
    const keeper = await signInAt(url, home.tenant, 'keeper')
    expect((await keeper.get('/eam/device/list', { keyword: '查找的词' })).status).toBe(200)
    expect((await keeper.get('/blade-log/usual/list')).status).toBe(403)
    expect((await keeper.post('/blade-system/role/submit', { roleName: '甲', roleAlias: 'refused' })).status).toBe(403)
    expect(
      (await fetch(`${url}/api/eam/device/list`, { headers: { 'blade-auth': `bearer ${home.tenant}.${'a'.repeat(40)}` } })).status,
    ).toBe(401)
  })
  const answered = lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'answered')
  const refused = answered.filter(({ status }) => status === 403)
  expect(refused).toHaveLength(2)
  for (const line of refused) expect(line).toMatchObject({ tenantId: home.tenant, userId: home.users.keeper })
  expect(refused.map(({ lacks }) => lacks)).toEqual(['right accessLog.list', 'right role.submit'])
  expect(answered.filter(({ status, userId }) => status !== 403 && userId !== undefined)).toEqual([])
  expect(answered.map(({ status }) => status)).toContain(401)
  expect(lines.join('')).not.toMatch(/"keeper"|科室资产管理员|查找的词|bearer|aaaaaaaa/)
})

test('a call that no API scope of a role opens is logged with the scope that its person lacks', async () => {
  const lines = await logged({}, async (url) => {
    const [admin, keeper] = [await signInAt(url, home.tenant, 'administrator'), await signInAt(url, home.tenant, 'keeper')]
    const role = (await admin.get<Page>('/blade-system/role/page', { roleAlias: 'keeper' })).data.records[0]!
    const every = (await admin.get<Row[]>('/blade-system/api-scope/list')).data[0]!.id
    const open = (...apiScopeIds: string[]) => admin.post('/blade-system/role/grant', { roleIds: [role.id], apiScopeIds })
    expect((await open()).status).toBe(200)
    expect((await keeper.get('/eam/device/list')).status).toBe(403)
    expect((await open(every)).status).toBe(200)
    expect((await keeper.get('/eam/device/list')).status).toBe(200)
  })
  const refused = lines.map((line) => JSON.parse(line) as Line).filter(({ status }) => status === 403)
  expect(refused).toMatchObject([{ userId: home.users.keeper, lacks: 'API scope device.list' }])
})

test('a secret setting is never logged, even where the settings themselves are logged', async () => {
  const env = {
    SECRETS_KEY: newKey(),
    METRICS_TOKEN: 'metrics-token-that-is-secret',
    ADMIN_PASSWORD: 'Right-Horse-7',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_BUCKET: 'ward',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY: 'access-key-of-ours',
    S3_SECRET_KEY: 'secret-key-of-ours',
    // Nothing listens there, which is logged.
    MQTT_URL: 'mqtt://ward:broker-word-of-ours@127.0.0.1:9',
  }
  const lines = await logged(env, async (url, log) => {
    await fetch(`${url}/ready`)
    await signInAt(url, home.tenant, 'keeper')
    const settings = readSettings(env)
    log(settings)
    log({ settings })
    log({ options: { settings } })
  })
  const said = lines.join('')
  expect(said).toContain('[Redacted]')
  for (const secret of [
    env.SECRETS_KEY,
    env.METRICS_TOKEN,
    env.ADMIN_PASSWORD,
    env.S3_ACCESS_KEY,
    env.S3_SECRET_KEY,
    'broker-word-of-ours',
    password,
  ])
    expect(said).not.toContain(secret)
})
