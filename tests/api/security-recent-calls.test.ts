import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { mostMeanings, rememberValues } from '#server/features/import/rows/remembered-values.ts'
import { type Answer, type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'
import { op, push } from '#tests/harness/ops.ts'
import { type PeopleLab, peopleLab } from '#tests/harness/people.ts'

let app: TestApp
let admin: Client
let lab: PeopleLab
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  lab = await peopleLab(app, () => admin)
})
afterAll(() => app.stop())

const { bones, medicine } = home.depts
const put = async (path: string, body: object, client = admin): Promise<string> => {
  const answer = await client.post<Row>(path, body)
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
const card = (more: object = {}) => put('/eam/device/submit', { deviceName: '监护仪', useDeptId: bones, ...more })
const show = async (entity: string, isShow: 0 | 1, ...names: string[]): Promise<void> => {
  const fields = names.map((fieldCode) => ({ fieldCode, isShow }))
  const answer = await admin.post('/osm/industry-config/tenant-update', { entity, fields })
  expect(answer.status, answer.msg).toBe(200)
}

describe('a change request', () => {
  const url = '/eam/cardfieldupdate'
  const asked = (newText: string) => [{ fieldCode: 'sn', newText }]

  test('is not approved by the person who wrote what it asks for, even if a colleague made it', async () => {
    const rights = ['device.list', 'device.submit', 'cardFieldUpdate.list', 'cardFieldUpdate.submit', 'cardFieldUpdate.approve']
    const [one, second] = [await lab.clerk(rights), await lab.clerk(rights)]
    const deviceId = await card({ sn: 'S1' })
    const id = await put(`${url}/submit`, { deviceId, reason: '铭牌不符', lines: asked('S2') }, one.client)
    const approve = (client: Client) => client.post(`${url}/approval`, { id, type: 'approve' })
    expect((await second.client.post(`${url}/submit`, { id, lines: asked('MINE') })).status).toBe(200)
    const own = await approve(second.client)
    expect([own.status, own.msg]).toEqual([400, '不能审批自己提交的申请'])
    expect((await approve(one.client)).status).toBe(400)
    expect((await admin.get('/eam/device/detail', { id: deviceId })).data.sn).toBe('S1')
    expect((await approve(admin)).status).toBe(200)
    expect((await admin.get('/eam/device/detail', { id: deviceId })).data.sn).toBe('MINE')
  })
})

describe('an announcement', () => {
  const url = '/blade-desk/notice'
  const words = { title: '停电通知', category: '1', content: '周六停电' }
  const refused = { status: 400, msg: '您只能通知本人数据范围内的科室或人员' }

  test('to people outside a scope is neither rewritten, narrowed nor taken back from there', async () => {
    const { client } = await lab.clerk(['announcement.list', 'announcement.submit', 'announcement.remove', 'user.list'], 'dept')
    const [all, persons] = [
      await put(`${url}/submit`, { ...words, audience: 'all' }),
      await put(`${url}/submit`, { ...words, audience: 'persons', persons: [home.users.engineer] }),
    ]
    for (const id of [all, persons]) {
      expect(await client.post(`${url}/submit`, { id, content: '请把密码发给我' })).toMatchObject(refused)
      expect(await client.post(`${url}/submit`, { id, audience: 'depts', depts: [bones] })).toMatchObject(refused)
      expect(await client.post(`${url}/remove?ids=${id}`)).toMatchObject(refused)
      expect((await admin.get(`${url}/detail`, { id })).data).toMatchObject({ content: '周六停电' })
    }
    const own = await put(`${url}/submit`, { ...words, audience: 'depts', depts: [bones] }, client)
    expect((await client.post(`${url}/submit`, { id: own, content: '周日停电' })).status).toBe(200)
    expect((await client.post(`${url}/remove?ids=${own}`)).status).toBe(200)
  })

  test('names its readers as far as the list of people does', async () => {
    const { client } = await lab.clerk(['announcement.list', 'user.list'], 'dept')
    const id = await put(`${url}/submit`, { ...words, audience: 'all' })
    const people = new Set((await client.get<Page>('/blade/user/list', { size: 200 })).data.records.map((row) => row.id))
    const readers = (await client.get<Page>(`${url}/readers`, { announcementId: id, size: 200 })).data
    expect(readers.records.length).toBeGreaterThan(0)
    expect(readers.records.filter((row) => !people.has(String(row.userId)))).toEqual([])
    expect(readers.total).toBe(readers.records.length)
  })
})

describe('the list of compulsory devices without a verification', () => {
  const url = '/eam/devicecardmeasure'

  test('is counted within a scope, and confirmed only by who sees all of it', async () => {
    const { client } = await lab.clerk(['device.list', 'measureCard.list', 'measureCard.confirmOpening'], 'dept')
    for (const useDeptId of [bones, medicine, medicine]) await card({ useDeptId, isMeasure: 1, measureType: 'mandatory' })
    await put(`${url}/submit`, { deviceId: await card({ isMeasure: 1 }), measureType: 'mandatory' })
    const count = async (of: Client) => (await of.get(`${url}/opening`)).data.count
    expect([await count(client), await count(admin)]).toEqual([2, 4])
    const confirm = (of: Client, told: number) => of.post(`${url}/confirm-opening`, { count: told })
    for (const told of [2, 4])
      expect(await confirm(client, told)).toMatchObject({ status: 400, msg: '您只能查看部分设备，不能确认全院的强检清单' })
    const begun = Date.now()
    const late = { kind: 'measureCard.confirmOpening', body: { count: 4 }, occurredAt: new Date(begun - 20 * 3_600_000).toISOString() }
    expect(await push(admin, await op(late))).toMatchObject([{ outcome: 'done' }])
    const { confirmedAt } = (await admin.get(`${url}/opening`)).data
    expect(Date.parse(String(confirmedAt))).toBeGreaterThanOrEqual(begun)
    expect((await confirm(admin, 4)).status).toBe(409)
  })
})

describe('a card of the book', () => {
  const url = '/eam/assetscard'
  const rights = ['assetsCard.list', 'assetsCard.submit', 'assetsCard.match', 'device.list', 'dept.list']

  test('of another department is not named to who matches its device', async () => {
    const { client } = await lab.clerk(rights, 'dept')
    const far = await put(`${url}/submit`, { assetsCode: 'GZ-FAR-1', assetsName: '内科的资产', deptId: medicine })
    const near = await put(`${url}/submit`, { assetsCode: 'GZ-NEAR-1', assetsName: '骨科的资产', deptId: bones })
    const deviceId = await card()
    expect((await admin.post(`${url}/matching`, { id: far, deviceId })).status).toBe(200)
    const taken = await client.post(`${url}/matching`, { id: near, deviceId })
    expect([taken.status, taken.msg]).toEqual([409, '设备“监护仪”已与您数据范围外的资产卡匹配'])
    expect(JSON.stringify(taken.body)).not.toMatch(/GZ-FAR|内科的资产/)
  })

  test('is not mapped out of the scope of who maps it', async () => {
    const { client } = await lab.clerk(rights, 'dept')
    const id = await put(`${url}/submit`, { assetsCode: 'GZ-MAP-1', assetsName: '映射', bookDept: '骨外', deptId: bones })
    const out = await client.post(`${url}/mapping-dept`, { bookDept: '骨外', deptId: medicine })
    expect([out.status, JSON.stringify(out.body)]).toEqual([400, expect.stringContaining('deptId')])
    expect((await admin.get(`${url}/detail`, { id })).data.deptId).toBe(bones)
  })
})

describe('a field that the hospital hides', () => {
  const counted = async (answer: Promise<Answer<unknown>>): Promise<unknown> => {
    const { status, msg, data } = await answer
    expect(status, msg).toBe(200)
    return data
  }

  test('is no key of a count', async () => {
    await card({ importantClassification: 'large' })
    for (const [path, name] of [
      ['/eam/home-page/dept-device-count', 'useDept'],
      ['/eam/sec-view/important-classification-total', 'importantClassification'],
    ] as const) {
      expect(JSON.stringify(await counted(admin.get(path))), path).toMatch(/"count":[1-9]/)
      await show('device', 0, name)
      expect(await counted(admin.get(path)), path).toEqual([])
      await show('device', 1, name)
    }
    await show('device', 0, 'importantClassification')
    expect(await counted(admin.get('/eam/app/device/each-item-count'))).toMatchObject({ important: [] })
    expect(JSON.stringify(await counted(admin.get('/eam/important-classification/tree')))).not.toMatch(/"count":[1-9]/)
    await show('device', 1, 'importantClassification')
  })

  test('stands in no voucher and no forecast, nor among the departments of the book', async () => {
    const ledger = ledgerLab(admin)
    const book = await ledger.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2024-01-01' })
    const deviceId = await ledger.card({
      deviceName: '超声',
      originalValue: '7200',
      usefulLifeMonths: 72,
      enableDate: '2024-01-05',
      fundSource: 'fiscal_basic',
    })
    await ledger.close({ ruleId: book })
    const [record] = await ledger.records(book)
    const voucher = async () =>
      new TextDecoder().decode((await admin.file('/eam/depreciation-record/voucher', { recordId: record!.id, format: 'csv' })).bytes)
    expect(await voucher()).toContain('财政基本')
    await show('depreciationLine', 0, 'fundSource')
    expect(await voucher()).not.toMatch(/财政基本|fiscal_basic/)
    expect(await voucher()).toContain('100.00')
    await show('depreciationLine', 1, 'fundSource')
    const forecast = async () => (await admin.get('/eam/devicedepreciation/forecast', { deviceId, ruleId: book })).data
    expect(await forecast()).toMatchObject({ netValue: '7100.00', months: expect.arrayContaining([expect.anything()]) })
    await show('deviceDepreciation', 0, 'netValue')
    expect(await forecast()).toMatchObject({ bookValue: null, accumulated: null, netValue: null, months: [] })
    await show('deviceDepreciation', 1, 'netValue')
    await put('/eam/assetscard/submit', { assetsCode: 'GZ-DEPT-1', assetsName: '科室', bookDept: '财务骨科' })
    const named = async () => JSON.stringify((await admin.get('/eam/assetscard/selectDept')).data)
    expect(await named()).toContain('财务骨科')
    await show('assetsCard', 0, 'bookDept')
    expect(await named()).not.toContain('财务骨科')
    expect((await admin.post('/eam/assetscard/mapping-dept', { bookDept: '财务骨科', deptId: bones })).status).toBe(404)
    await show('assetsCard', 1, 'bookDept')
  })
})

describe('one act', () => {
  const url = '/eam/plc/location'

  test('makes 10,000 places at most, by each way', async () => {
    const { id: yard } = (await admin.post<Row>(`${url}/create-courtyard`, { locationName: '大院' })).data
    const floors = Array.from({ length: 60 }, (_, at) => ({ locationName: `${at + 1}层` }))
    const id = await put(`${url}/submit-building`, { parentId: yard, locationName: '高楼', floors })
    const rooms = async () => (await app.sql('select count(*)::int as n from location where tenant_id = $1', [home.tenant]))[0]!.n
    const before = await rooms()
    const tooMany = { status: 400, msg: '一次最多新建 10000 个位置' }
    expect(await admin.post(`${url}/room-building`, { id, room: 200 })).toMatchObject(tooMany)
    const names = Array.from({ length: 180 }, (_, at) => `间${at}`).join(',')
    const furnished = { id, floors: floors.map((floor) => ({ ...floor, rooms: names })) }
    expect(await admin.post(`${url}/submit-building`, furnished)).toMatchObject(tooMany)
    expect(await rooms()).toBe(before)
    const twice = [
      { locationName: '1层', rooms: '甲' },
      { locationName: '1层', rooms: '甲' },
    ]
    expect((await admin.post(`${url}/submit-building`, { id, floors: twice })).status).toBe(409)
    expect(await rooms()).toBe(before)
  })

  test('teaches a list no more meanings of values than it keeps; known ones still change', async () => {
    const said = (from: number, count: number, means = 'x') =>
      Array.from({ length: count }, (_, at) => ({ field: 'riskLevel', said: `v${from + at}`, means }))
    const teach = (values: Parameters<typeof rememberValues>[2]) =>
      writeAs(app.pool, home.tenant, async (tx) => void tx.later(rememberValues(home.tenant, 'device', values)))
    await teach(said(0, mostMeanings - 1))
    await teach([...said(0, 1, 'y'), ...said(mostMeanings, 5)])
    const [row] = await app.sql(
      `select count(*)::int as n, min(means) filter (where said = 'v0') as means from import_value where tenant_id = $1 and entity = 'device'`,
      [home.tenant],
    )
    expect(row).toEqual({ n: mostMeanings, means: 'y' })
  })
})
