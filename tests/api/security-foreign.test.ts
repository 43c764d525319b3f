import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { isPlatformRight } from '#contract/roles.ts'
import { writeAs } from '#server/db/pool.ts'
import { tableName } from '#server/kit/table.ts'
import { openapi } from '#server/openapi.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { namedBy, type Operation, operationsOf, rightObject } from './fuzz-operations.ts'

/** A marker in every text of 内科 that only its own people may read. */
const secret = '内科机密'
/** Whose rows a reach of departments limits. */
const fenced = [
  ...['device', 'devicePart', 'repairOrder', 'repairPart', 'checkTask', 'checkDept', 'checkLine', 'checkScan', 'checkReview'],
  ...['user', 'accessLog', 'labelPrint', 'labelItem', 'deviceAttach', 'purchasePlan', 'purchasePlanLine'],
]

const operations = operationsOf(openapi('test') as never)

/** Rows of 内科 and of 骨科 by entity. */
const medicine: Record<string, string> = {}
const bones: Record<string, string> = {}

const add = async (client: Client, path: string, draft: object): Promise<string> => {
  const answer = await client.post(path, draft)
  expect([path, answer.msg, answer.status]).toEqual([path, '操作成功', 200])
  return String(answer.data.id)
}

const fill = async (rows: Record<string, string>, dept: string, word: string): Promise<void> => {
  const admin = await app.as('administrator')
  rows.dept = dept
  rows.device = await add(admin, '/eam/device/submit', {
    deviceName: `${word}泵`,
    rfidCode: `${word}RFID`,
    sn: `${word}SN`,
    useDeptId: dept,
  })
  for (const step of ['submit-filing', 'sureEam']) expect((await admin.post(`/eam/device/${step}`, { id: rows.device })).status).toBe(200)
  rows.devicePart = await add(admin, '/eam/deviceparts/submit', { partName: `${word}探头`, quantity: 1, deviceId: rows.device })
  rows.deviceAttach = await add(admin, '/eam/device/attach/submit', {
    attachName: `${word}资料`,
    attachType: 'other',
    deviceId: rows.device,
  })
  const lines = [{ deviceName: `${word}拟购`, quantity: 1 }]
  rows.purchasePlan = await add(admin, '/eam/device-purchase-plan/submit', { planYear: 2027, deptId: dept, reason: `${word}理由`, lines })
  const [line] = await app.sql('select id from purchase_plan_line where plan_id = $1', [rows.purchasePlan])
  rows.purchasePlanLine = String(line!.id)
  const task = { checkTitle: `${word}盘点`, beginDate: '2026-01-01', mode: 'open', scopeDepts: [dept], members: [{ userId: admin.userId }] }
  rows.checkTask = await add(admin, '/eam/check/submit', task)
  expect((await admin.post('/eam/check/start', { id: rows.checkTask })).status).toBe(200)
  rows.checkScan = await add(admin, '/eam/check/scan', { checkId: rows.checkTask, code: `${word}RFID` })
  const fault = { deviceId: rows.device, faultDescription: `${word}故障`, urgency: 'normal' }
  const fixed = {
    ...fault,
    urgency: undefined,
    diagnosis: `${word}诊断`,
    measures: `${word}措施`,
    parts: [{ partName: `${word}件`, quantity: 1 }],
  }
  const engineer = await app.as('engineer')
  expect((await engineer.post('/eam/eventtyperepair/quick-save', fixed)).status).toBe(200)
  rows.repairOrder = await add(engineer, '/eam/eventtyperepair/save', fault)
  // A person of the department signs in, prints its labels, and prints them again with a reason.
  const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'equipment_manager'`, [home.tenant])
  const account = `person_${dept.slice(-1)}`
  rows.user = await add(admin, '/blade/user/save', { account, realName: `${word}人员`, roleId: role!.id, deptId: dept })
  const { password } = (await admin.post('/osm/user/reset-password', { userId: rows.user })).data as unknown as { password: string }
  const client = await app.signIn(home.tenant, account, password)
  const own = { oldPassword: password, newPassword: 'Own2026', newPassword1: 'Own2026' }
  expect((await client.post('/osm/user/update-password', own)).status).toBe(200)
  const printing = { labelKind: 'device', template: '60x40', output: 'pdf', ids: [rows.device] }
  await add(client, '/eam/label/print', printing)
  rows.labelPrint = await add(client, '/eam/label/print', { ...printing, reason: `${word}补打` })
  for (const of of entities) {
    if (of.table !== 'tenant' || rows[of.name]) continue
    const [row] = await app.sql(`select id from ${tableName(of)} where tenant_id = $1 order by id desc limit 1`, [home.tenant])
    if (row) rows[of.name] = String(row.id)
  }
}

const app = await appForFile({ env: { PUBLIC_URL: 'https://eam.example.org' } })
beforeAll(async () => {
  await fill(bones, home.depts.bones, '骨科自己的')
  await fill(medicine, home.depts.medicine, secret)
  // The keeper may do everything, in 外科 and below.
  await writeAs(app.pool, home.tenant, async (tx) => {
    tx.later({
      text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, unnest($2::text[]) from role
        where tenant_id = $1 and role_alias = 'keeper' on conflict do nothing`,
      values: [home.tenant, [...rights.keys()]],
    })
  })
})

const isId = (name: string): boolean => namedBy.has(name) || /^(id|ids|.*Ids?)$/.test(name)
const rowOf = (rows: Readonly<Record<string, string>>, of: Operation, name: string): string | undefined =>
  isId(name) ? (rows[namedBy.get(name) ?? ''] ?? rows[name.replace(/Ids?$/, '')] ?? rows[of.id.split('.')[0]!] ?? rows.device) : undefined

interface Ask {
  readonly url: string
  readonly body?: string
}

/** The calls of an operation that name rows of 内科: all of them in every place, one in each place alone, and none at all but the secret word. */
function asksOf(of: Operation): Ask[] {
  const names = [...new Set([...(of.fields ?? []), ...of.query].map((one) => one.name).filter(isId)), ...of.inPath]
  const asked = (foreign: (name: string) => boolean, more: Record<string, string> = {}): Ask => {
    const idOf = (name: string) => rowOf(foreign(name) ? medicine : bones, of, name)
    const path = of.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idOf(name) ?? bones.device!))
    const query = of.query.flatMap(({ name }) => (isId(name) && foreign(name) && idOf(name) ? [[name, idOf(name)!]] : []))
    const readable = of.query.some(({ name }) => name === 'format') ? [['format', 'csv']] : []
    const url = `${path}?${new URLSearchParams([...query, ...readable, ...Object.entries(more)])}`
    if (of.method !== 'POST') return { url }
    const body = JSON.parse(rightObject(of.fields ?? [], idOf)) as Record<string, unknown>
    for (const { name, schema } of of.fields ?? [])
      if (isId(name) && foreign(name)) body[name] = [schema.type].flat()[0] === 'array' ? [idOf(name)] : idOf(name)
    return { url: path, body: JSON.stringify(of.fields ? body : { ...body, ...Object.fromEntries(query) }) }
  }
  const isListed = of.query.some(({ name }) => name === 'keyword')
  return [
    asked(() => true),
    asked(() => false),
    ...names.map((only) => asked((name) => name === only)),
    ...(isListed ? [asked(() => false, { keyword: secret }), asked(() => false, { size: '200' })] : []),
  ]
}

/** What 内科 holds, as it stands in the tables. */
const held = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      fenced.map(async (name) => {
        const of = entities.find((one) => one.name === name)!
        return [
          name,
          await app.sql(
            `select t.*, xmin::text from ${tableName(of)} t where tenant_id = $1 and (t::text like $2 or id = any($3)) order by id`,
            [home.tenant, `%${secret}%`, fenced.flatMap((one) => medicine[one] ?? [])],
          ),
        ]
      }),
    ),
  )

/** Makes every call of the document as this person; returns the answers that reveal 内科, and how many calls were open to them. */
async function attack(client: Client, calls: readonly Operation[]): Promise<{ reported: string[]; open: number }> {
  const reported: string[] = []
  let open = 0
  for (const of of calls) {
    const answers: { url: string; body?: string; status: number; text: string }[] = []
    const call = async ({ url, body }: Ask): Promise<void> => {
      const headers = { ...client.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
      const response = await fetch(`${app.url}${url}`, { method: of.method, headers, body })
      answers.push({ url, body, status: response.status, text: await response.text() })
    }
    // Of downloads the program makes only a few at once.
    if (of.answers === 'file') for (const ask of asksOf(of)) await call(ask)
    else await Promise.all(asksOf(of).map(call))
    if (answers.some(({ status }) => status !== 401 && status !== 403)) open++
    for (const { url, body, status, text } of answers) {
      const received = text.replaceAll(encodeURIComponent(secret), '')
      if (received.includes(secret) || status >= 500)
        reported.push(`${of.id} ${of.method} ${url} ${body ?? ''} -> ${status} ${received.slice(0, 400)}`)
    }
  }
  return { reported, open }
}

const within = operations.filter((one) => !one.isPublic && !/logout|lock$/i.test(one.id))
const most = 60
/** Some calls at a time, named by the first of them. */
const portions = Array.from({ length: Math.ceil(within.length / most) }, (_, at) => within.slice(at * most, (at + 1) * most)).map(
  (calls) => [calls[0]!.id, calls] as const,
)

/** What tells names of devices across departments: an application may ask for the free device of any department. */
const acrossDepartments = new Set(['deviceApply.devices'])

describe.each([
  ['a keeper of another department who may do everything there', () => app.as('keeper')],
  ['the administrator of the neighbour hospital', () => app.as('administrator', other)],
] as const)('rows of 内科 are neither told to nor changed by %s, whichever call names them', (_, who) => {
  test.each(portions)('%s and those after it', async (_first, calls) => {
    const client = await who()
    const before = await held()
    const empty = (JSON.parse(before) as [string, unknown[]][]).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))
    expect(empty).toEqual(['checkReview'])
    const closed = client.tenant === other.tenant ? calls : calls.filter((one) => !acrossDepartments.has(one.id))
    const { reported, open } = await attack(client, closed)
    expect(reported).toEqual([])
    expect(await held()).toBe(before)
    // The calls were answered, not refused up front; those of the platform's own people are.
    expect(open).toBeGreaterThan(calls.filter((one) => !isPlatformRight(one.id)).length * 0.7)
  })
})

describe('rows of 内科', () => {
  test('are sent to their own people, which proves that a leak would be found', async () => {
    const { text } = await (async () => {
      const response = await fetch(`${app.url}/api/eam/device/list?keyword=${encodeURIComponent(secret)}`, {
        headers: (await app.as('administrator')).headers,
      })
      return { text: await response.text() }
    })()
    expect(text).toContain(secret)
  })
})
