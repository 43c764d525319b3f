import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { tellStock } from '#server/features/place/tell-stock.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

let app: TestApp
let [admin, store, keeper] = [] as unknown as [Client, Client, Client]
const url = '/eam/part-reservation'

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  store = await app.as('warehouse_keeper')
  keeper = await app.as('keeper')
})
afterAll(() => app.stop())

const part = async (more: object): Promise<string> => {
  const answer = await admin.post('/eam/deviceparts/submit', { partName: '血氧探头', quantity: 10, ...more })
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}
const of = async (id: string): Promise<Row> => (await admin.get('/eam/deviceparts/detail', { id })).data
const reserve = (partId: string, quantity: number) => admin.post(`${url}/submit`, { purpose: '三病区换件', partId, quantity })

describe('reserved pieces', () => {
  test('stay in stock for their purpose until they are issued or released', async () => {
    const id = await part({ minimum: 5 })
    const made = await reserve(id, 6)
    expect(made.msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 10, reserved: 6, stockStatus: 'low' })
    const refused = await reserve(id, 5)
    expect([refused.status, refused.msg]).toEqual([400, '配件“血氧探头”可用库存只有 4，不够预留 5'])
    expect((await admin.post('/eam/deviceparts/submit', { id, quantity: 5 })).msg).toBe('已预留 6，数量不能低于预留数')
    expect((await admin.post('/eam/deviceparts/remove', { ids: id })).msg).toContain('有预留')
    expect((await admin.post(`${url}/submit`, { id: made.data.id, version: 1, quantity: 4 })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ reserved: 4, stockStatus: 'enough' })
    expect((await admin.post(`${url}/issue`, { ids: [made.data.id] })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 6, reserved: 0 })
    const [movement] = (await admin.get<Page>('/eam/part-movement/list', { partId: id })).data.records
    expect(movement).toMatchObject({ movementKind: 'issue', quantity: -4, balance: 6 })
    const second = await reserve(id, 6)
    expect((await admin.post(`${url}/release`, { ids: [second.data.id] })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 6, reserved: 0 })
    expect((await admin.post(`${url}/release`, { ids: [second.data.id] })).error).toBe('wrong_state')
  })

  test('never exceed the stock, however many reserve at once', async () => {
    const id = await part({})
    const answers = await Promise.all(Array.from({ length: 50 }, () => reserve(id, 1)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await of(id)).toMatchObject({ quantity: 10, reserved: 10 })
    expect((await keeper.post(`${url}/submit`, { purpose: '甲', partId: id, quantity: 1 })).status).toBe(403)
  })
})

test('what is below its minimum is listed, counted and told of once a week; so is what expires', async () => {
  const low = await part({ partName: '电极片', quantity: 2, minimum: 20 })
  const old = await part({ partName: '除颤膏', expiresOn: daysAfter(homeDay(new Date()), 5) })
  await part({ partName: '袖带', quantity: 20, minimum: 20 })
  const list = (await admin.get<Page>('/eam/deviceparts/list', { stockStatus: 'low', partName: '电极片' })).data.records
  expect(list.map(({ id }) => id)).toEqual([low])
  const worker = openPool(app.database.jobsUrl, 1)
  for (let n = 0; n < 2; n++) await runTimedJob(tellStock, worker)
  await worker.end()
  const told = (kind: string) => app.sql('select target_id, detail from notice where kind = $1 and target_id = any($2)', [kind, [low, old]])
  const [first, ...more] = await told('part_low')
  expect(first).toEqual({ target_id: low, detail: '2 / 20' })
  expect(new Set(more.map((row) => row.target_id)).has(old)).toBe(false)
  const holders = new Set(
    (await app.sql("select user_id from notice where kind = 'part_low' and target_id = $1", [low])).map((row) => row.user_id),
  )
  expect([first, ...more]).toHaveLength(holders.size)
  expect([holders.has(admin.userId), holders.has(store.userId)]).toEqual([true, false])
  expect((await told('part_expiring')).every((row) => row.target_id === old)).toBe(true)
})

describe('a stock at its moving average', () => {
  const brings = async (lines: object[]): Promise<string> => {
    const manager = await app.as('equipment_manager')
    const warehouseId = (await admin.post('/eam/plc/warehouse/submit', { warehouseName: `均价库${++serial}` })).data.id
    const draft = { warehouseId, deptId: home.depts.medicine, entryDate: '2026-07-01', lines }
    const { id } = (await admin.post('/eam/warehouse/enter/save', draft)).data
    expect((await admin.post('/eam/warehouse/enter/hand-in', { id })).msg).toBe('操作成功')
    expect((await manager.post('/eam/warehouse/enter/approve', { id })).msg).toBe('操作成功')
    return id
  }
  let serial = 0
  const line = (stockPartId: string, quantity: number, unitPrice: string | null) => ({
    lineKind: 'part',
    itemName: '滤芯',
    stockPartId,
    quantity,
    unitPrice,
  })
  const uses = async (parts: object[]): Promise<Row> => {
    const work = repairs(app, admin)
    const order = await work.at('working', await work.card())
    await work.go(await app.as('engineer'), 'finish', order, { ...work.result, parts })
    return (await admin.get<Row>('/eam/eventtyperepair/detail', { id: order })).data
  }
  const charged = (order: Row) => (order.parts as Row[]).map((one) => [one.quantity, one.unitPrice, one.amount])

  test('mixes what comes in, charges repairs to the cent, and the last piece takes the rest', async () => {
    const id = await part({ partName: '滤芯', quantity: 10, unitPrice: '5.00' })
    expect(await of(id)).toMatchObject({ stockValue: '50.00' })
    const entry = await brings([line(id, 30, '7.00')])
    expect(await of(id)).toMatchObject({ quantity: 40, unitPrice: '6.50', stockValue: '260.00' })
    expect((await (await app.as('equipment_manager')).post('/eam/warehouse/enter/cancel', { id: entry })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 10, unitPrice: '5.00', stockValue: '50.00' })
    await brings([line(id, 30, '7.00')])
    // The price that a phone knew is another one by now: what is charged is what the stock is worth.
    const order = await uses([{ stockPartId: id, quantity: 4, unitPrice: '5.00' }])
    expect([charged(order), order.partsCost]).toEqual([[[4, '6.50', '26.00']], '26.00'])
    expect(await of(id)).toMatchObject({ quantity: 36, unitPrice: '6.50', stockValue: '234.00' })
    const list = (await admin.get<Page>('/eam/part-movement/list', { partId: id, ascs: 'createTime' })).data.records
    expect(list.map((one) => [one.movementKind, one.quantity, one.amount])).toEqual([
      ['adjust', 10, '50.00'],
      ['entry', 30, '210.00'],
      ['entry', -30, '-210.00'],
      ['entry', 30, '210.00'],
      ['repair', -4, '-26.00'],
    ])
  })

  test('loses no cent where the average has no end, in several lines, issues and corrections', async () => {
    const id = await part({ partName: '三件', quantity: 2, unitPrice: '3.33' })
    await brings([line(id, 1, '3.34')])
    expect(await of(id)).toMatchObject({ quantity: 3, unitPrice: '3.33', stockValue: '10.00' })
    const order = await uses([
      { stockPartId: id, quantity: 1 },
      { stockPartId: id, quantity: 2 },
      { partName: '自购螺丝', quantity: 3, unitPrice: '0.10' },
    ])
    expect([charged(order), order.partsCost]).toEqual([
      [
        [1, '3.33', '3.33'],
        [2, '3.34', '6.67'],
        [3, '0.10', '0.30'],
      ],
      '10.30',
    ])
    expect(await of(id)).toMatchObject({ quantity: 0, stockValue: '0.00' })
    const other = await part({ partName: '免费件', quantity: 10, unitPrice: '5.00' })
    await brings([line(other, 30, '0.00')])
    expect(await of(other)).toMatchObject({ quantity: 40, unitPrice: '1.25', stockValue: '50.00' })
    const reserved = await reserve(other, 4)
    expect((await admin.post(`${url}/issue`, { ids: [reserved.data.id] })).msg).toBe('操作成功')
    expect(await of(other)).toMatchObject({ quantity: 36, stockValue: '45.00' })
    expect((await admin.post('/eam/deviceparts/submit', { id: other, quantity: 38 })).msg).toBe('操作成功')
    expect(await of(other)).toMatchObject({ unitPrice: '1.25', stockValue: '47.50' })
    expect((await admin.post('/eam/deviceparts/submit', { id: other, unitPrice: '2.00' })).msg).toBe('操作成功')
    expect(await of(other)).toMatchObject({ stockValue: '76.00' })
    expect(
      (await admin.post('/eam/deviceparts/submit', { partName: '天价', quantity: 99999, unitPrice: '99999999999999.00' })).data,
    ).toEqual([{ field: 'stockValue', rule: 'too_big' }])
  })
})
