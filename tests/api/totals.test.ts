import pg from 'pg'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Query } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')

const { bones, medicine } = home.depts
const add = async (more: Record<string, unknown> = {}, client = admin) =>
  (await client.post('/eam/device/submit', { deviceName: '总数泵', useDeptId: bones, ...more })).data.id
const total = async (query: Query = {}, client = admin, path = '/eam/device') => (await client.get<Page>(`${path}/list`, query)).data.total

const filters: readonly { query: Query; where: string }[] = [
  { query: {}, where: 'true' },
  { query: { eamStatus: 'idle' }, where: `eam_status = 'idle'` },
  { query: { eamStatus: 'idle,in_stock', useDeptId: bones }, where: `eam_status in ('idle', 'in_stock') and use_dept_id = '${bones}'` },
  { query: { keyword: '总数' }, where: `search like '%总数%'` },
  { query: { originalValue_ge: '100', originalValue_le: '200' }, where: 'original_value between 100 and 200' },
  { query: { brand: '品' }, where: `brand like '%品%'` },
  { query: { keeperId: '_none' }, where: 'keeper_id is null' },
  { query: { useDeptId: '_some' }, where: 'use_dept_id is not null' },
  { query: { riskLevel: '_some' }, where: 'risk_level is not null' },
  { query: { riskLevel: '_some', fundSource: 'own' }, where: `risk_level is not null and fund_source = 'own'` },
  { query: { fundSource: '_some', eamStatus: 'idle,in_stock' }, where: `fund_source is not null and eam_status in ('idle', 'in_stock')` },
]
const dataScopes = () =>
  [
    { client: admin, reach: 'true' },
    { client: keeper, reach: `use_dept_id in ('${home.depts.surgery}', '${bones}')` },
  ] as const
/** Every remembered total against a count past all memory. */
const expectExact = async (after: string) => {
  for (const { client, reach } of dataScopes())
    for (const { query, where } of filters) {
      const [truth] = await app.sql(
        `select count(*)::int as n from device where tenant_id = $1 and not is_deleted and ${reach} and ${where}`,
        [home.tenant],
      )
      expect(await total(query, client), `${JSON.stringify(query)} after ${after}`).toBe(truth?.n)
    }
}

describe('the total of a filtered list is exact', () => {
  test('after every kind of write', async () => {
    await expectExact('nothing')
    const id = await add()
    await expectExact('an add')
    await admin.post('/eam/device/submit', { id, brand: '品牌', originalValue: '150', riskLevel: 'II', fundSource: 'own' })
    await expectExact('a change into filters')
    await admin.post('/eam/device/seal', { id, reason: 'x' })
    await expectExact('a step')
    await admin.post('/eam/device/submit', { id, useDeptId: medicine })
    await expectExact('a move out of a reach')
    await admin.post('/eam/device/submit', { id, useDeptId: bones, brand: null, deviceName: '别名' })
    await expectExact('a change out of filters')
    const refused = [
      await admin.post('/eam/device/submit', { id, brand: 'x'.repeat(99) }),
      await admin.post('/eam/device/submit', { deviceName: '坏', parentId: v7() }),
      await admin.post(`/eam/device/remove?ids=${id},${v7()}`),
      await (await app.as('administrator', other)).post('/eam/device/submit', { deviceName: '总数泵', useDeptId: bones }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 404, 400])
    await expectExact('refused writes')
    expect((await (await app.as('administrator', other)).post('/eam/device/submit', { deviceName: '总数外' })).status).toBe(200)
    await expectExact('a write of another tenant')
    const pushed = v7()
    await push(
      admin,
      await op({ kind: 'device.submit', target: { type: 'device', id: pushed }, body: { deviceName: '总数推', useDeptId: bones } }),
    )
    await expectExact('a pushed op')
    await admin.post(`/eam/device/remove?ids=${id},${pushed}`)
    await expectExact('a removal')
  })

  test('when a transaction commits that had begun before the total was counted', async () => {
    const writer = new pg.Client({ connectionString: app.database.appUrl })
    await writer.connect()
    const insert = async () => {
      await writer.query('begin')
      await writer.query(`select set_config('app.tenant', $1, true)`, [home.tenant])
      await writer.query(
        `insert into device (tenant_id, id, device_name, device_code, use_dept_id, eam_status, filing_status) values ($1, $2, '总数迟', $3, $4, 'idle', 'draft')`,
        [home.tenant, v7(), v7(), bones],
      )
    }
    await insert()
    await expectExact('an open transaction')
    await add()
    await expectExact('a write beside an open transaction')
    await writer.query('commit')
    await expectExact('a late commit')
    await insert()
    await expectExact('a second open transaction')
    await writer.query('rollback')
    await expectExact('a rollback')
    await writer.end()
  })

  test('during writes: includes every answered write, and none that has not begun', async () => {
    const query = { keyword: '并写' }
    let [begun, done, checks] = [0, 0, 0]
    let isOver = false
    const readers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const atLeast = done
        const seen = await total(query, checks % 2 ? admin : keeper)
        expect(seen).toBeGreaterThanOrEqual(atLeast)
        expect(seen).toBeLessThanOrEqual(begun)
        checks++
      }
    })
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let index = 0; index < 25; index++) {
          begun++
          await add({ deviceName: '并写泵' })
          done++
        }
      }),
    )
    isOver = true
    await Promise.all(readers)
    expect(await total(query)).toBe(100)
    expect(checks).toBeGreaterThan(20)
    await expectExact('the rush')
  })

  test('where rows are seen through others: parts follow their card, lines of a check its members', async () => {
    const id = await add({ deviceName: '随卡' })
    await admin.post('/eam/deviceparts/submit', { partName: '电池', quantity: 1, deviceId: id })
    const parts = async () => [await total({}, admin, '/eam/deviceparts'), await total({}, keeper, '/eam/deviceparts')]
    const [all, mine] = await parts()
    expect(await parts()).toEqual([all, mine])
    await admin.post('/eam/device/submit', { id, useDeptId: medicine })
    expect(await parts()).toEqual([all, mine! - 1])
    await admin.post('/eam/device/submit', { id, useDeptId: bones })
    expect(await parts()).toEqual([all, mine])

    const room = (await admin.post('/eam/plc/location/submit', { locationName: '独间', level: 'courtyard' })).data.id
    await admin.post('/eam/device/submit', { id, locationId: room })
    await admin.post('/eam/device/submit-filing', { id })
    await admin.post('/eam/device/sureEam', { ids: id })
    const lines = async () => [await total({}, admin, '/eam/deviceapplylist'), await total({}, keeper, '/eam/deviceapplylist')]
    const [allLines, myLines] = await lines()
    const draft = { checkTitle: '盘', beginDate: '2026-11-01', mode: 'open', scopeLocations: [room] }
    const start = async (members: object[]) => {
      const check = (await admin.post('/eam/check/submit', { ...draft, members })).data.id
      expect((await admin.post('/eam/check/start', { id: check })).status).toBe(200)
    }
    await start([])
    expect(await lines()).toEqual([allLines! + 1, myLines])
    await start([{ userId: keeper.userId }])
    expect(await lines()).toEqual([allLines! + 2, myLines! + 1])
  })

  test('of a tenant’s own field, also after its search was turned off and on', async () => {
    const field = (
      await admin.post('/eam/custom-field/submit', { entity: 'device', code: 'ward', name: '病区', fieldKind: 'text', isSearch: 1 })
    ).data.id
    await add({ x_ward: '东区' })
    expect(await total({ x_ward: '东区' })).toBe(1)
    await add({ x_ward: '东区' })
    expect(await total({ x_ward: '东区' })).toBe(2)
    await admin.post('/eam/custom-field/submit', { id: field, isSearch: 0 })
    expect((await admin.get('/eam/device/list', { x_ward: '东区' })).status).toBe(400)
    await add({ x_ward: '东区' })
    await admin.post('/eam/custom-field/submit', { id: field, isSearch: 1 })
    expect(await total({ x_ward: '东区' })).toBe(3)
  })
})

test('counts with a sum are read from what is counted beside the rows, not from the rows', async () => {
  await add({ originalValue: '120.50' })
  const amount = async (path: string, key: string): Promise<unknown> =>
    (await admin.get<{ key: string; amount: string }[]>(path)).data.find((row) => row.key === key)?.amount
  for (const [path, dim, key] of [
    ['/eam/home-page/status-distribution', 'eam_status', 'in_stock'],
    ['/eam/home-page/dept-device-count', 'eam_status', bones],
  ] as const) {
    const before = Number(await amount(path, key))
    const one = `from device_count where tenant_id = $1 and dim = $2 and key <> 'disposed' and (key = $3 or dept_id::text = $3) limit 1`
    const moved = (by: number) =>
      app.sql(`update device_count set value = value + ${by} where ctid = (select ctid ${one})`, [home.tenant, dim, key])
    await moved(1)
    expect(await amount(path, key)).toBe((before + 1).toFixed(2))
    await moved(-1)
    expect(await amount(path, key)).toBe(before.toFixed(2))
  }
})

test('classes by priority class are read from what is counted beside the rows', async () => {
  const classifyId = (await admin.post('/eam/device-class/submit', { className: '监护', classCode: '07-04' })).data.id
  await add({ classifyId, importantClassification: 'life_support' })
  const counted = async () =>
    (await admin.get<{ key: string; count: number; life_support: number }[]>('/eam/device/count-by-important-classification')).data.find(
      ({ key }) => key === classifyId,
    )
  const before = (await counted())!
  expect([before.count, before.life_support]).toEqual([1, 1])
  const one = `from device_count where tenant_id = $1 and dim = '*' and key like '%' || $2 || '%life_support%' limit 1`
  await app.sql(`update device_count set n = n + 1 where ctid = (select ctid ${one})`, [home.tenant, classifyId])
  expect((await counted())!.life_support).toBe(2)
  await app.sql(`update device_count set n = n - 1 where ctid = (select ctid ${one})`, [home.tenant, classifyId])
})

test('cards that are attached to none are all less those that are attached', async () => {
  const path = '/eam/device/page-query-has-children-count'
  const counted = async (client = admin): Promise<Record<string, number>> =>
    Object.fromEntries((await client.get<{ key: string; count: number }[]>(path)).data.map(({ key, count }) => [key, count]))
  const expectTrue = async (): Promise<void> => {
    for (const { client, reach } of dataScopes()) {
      const rows = await app.sql(
        `select eam_status as key, count(*)::int as n from device where tenant_id = $1 and not is_deleted and parent_id is null and ${reach} group by 1`,
        [home.tenant],
      )
      const found = Object.entries(await counted(client)).filter(([, n]) => n > 0)
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(rows.map(({ key, n }) => [key, n])))
    }
  }
  const main = await add({ deviceName: '主机' })
  const part = await add({ deviceName: '探头', parentId: main })
  const before = await counted()
  await expectTrue()
  expect((await admin.post('/eam/device/submit', { id: part, parentId: null })).status).toBe(200)
  const after = await counted()
  expect(after.in_stock).toBe(before.in_stock! + 1)
  await expectTrue()
  const one = `from device_count where tenant_id = $1 and dim = 'eam_status' and key = 'in_stock' limit 1`
  await app.sql(`update device_count set n = n + 1 where ctid = (select ctid ${one})`, [home.tenant])
  expect((await counted()).in_stock).toBe(after.in_stock! + 1)
  await app.sql(`update device_count set n = n - 1 where ctid = (select ctid ${one})`, [home.tenant])
})

test('cards by a tag that few have: none of it are all less those that ever had it', async () => {
  const path = '/eam/share/device/share-tag-count'
  const counted = async (client = admin): Promise<Record<string, number>> =>
    Object.fromEntries((await client.get<{ key: string; count: number }[]>(path)).data.map(({ key, count }) => [String(key), count]))
  const truth = async (reach: string): Promise<Record<string, number>> => {
    const rows = await app.sql(
      `select is_shared as key, count(*)::int as n from device where tenant_id = $1 and not is_deleted and ${reach} group by 1`,
      [home.tenant],
    )
    return { 0: 0, 1: 0, ...Object.fromEntries(rows.map(({ key, n }) => [String(key), n])) }
  }
  const [one, two] = [await add(), await add()]
  await app.sql('update device set is_shared = case id when $1 then 1 else 0 end where id in ($1, $2)', [one, two])
  for (const { client, reach } of dataScopes()) expect(await counted(client)).toEqual(await truth(reach))
  expect(await counted()).toMatchObject({ 1: 1, 0: 1 })
})
