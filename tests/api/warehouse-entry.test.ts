import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'

let app: TestApp
let [admin, manager, keeper] = [] as unknown as [Client, Client, Client]
let warehouseId: string
const url = '/eam/warehouse/enter'
type Entry = Row & { lines: (Row & { cards: string[] | null })[] }

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  keeper = await app.as('warehouse_keeper')
  warehouseId = (await admin.post('/eam/plc/warehouse/submit', { warehouseName: '中心库', deptId: home.depts.medicine })).data.id
})
afterAll(() => app.stop())

const save = async (lines: object[], client = admin): Promise<string> => {
  const answer = await client.post(`${url}/save`, {
    ...{ warehouseId, deptId: home.depts.medicine, entryDate: '2026-07-01', contractNo: 'HT-1', invoiceNo: 'FP-1', lines },
  })
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}
const detail = async (id: string): Promise<Entry> => (await admin.get<Entry>(`${url}/detail`, { id })).data
const approved = async (lines: object[]): Promise<string> => {
  const id = await save(lines)
  expect((await admin.post(`${url}/hand-in`, { id })).msg).toBe('操作成功')
  expect((await manager.post(`${url}/approve`, { id })).msg).toBe('操作成功')
  return id
}
const monitor = { lineKind: 'device', itemName: '监护仪', model: 'M8', quantity: 3, unitPrice: '12000.10' }
const movements = async (partId: string): Promise<unknown[][]> =>
  (await admin.get<Page>('/eam/part-movement/list', { partId })).data.records
    .map((one) => [one.movementKind, one.quantity, one.balance])
    .reverse()

describe('a warehouse entry', () => {
  test('is saved with its lines and updated by its id [ASSET-ST-WH-1] [ASSET-ST-WH-2]', async () => {
    const id = await save([monitor, { lineKind: 'part', itemName: '血氧探头', quantity: 5, unitPrice: '80' }])
    expect(await detail(id)).toMatchObject({ entryStatus: 'draft', lineCount: 2, quantityTotal: 8, amountTotal: '36400.30' })
    const [first] = (await detail(id)).lines
    const changed = await admin.post(`${url}/update`, { id, remark: '补单', lines: [{ id: first!.id, quantity: 2 }] })
    expect(changed.status).toBe(200)
    expect(await detail(id)).toMatchObject({ remark: '补单', lineCount: 1, amountTotal: '24000.20' })
    const page = (await admin.get<Page>(`${url}/enter-page`, { entryStatus: 'draft' })).data
    expect(page.records.map((one) => one.id)).toContain(id)
    const list = (await admin.get<Page>('/eam/warehouse/enter-list/list', { entryId: id })).data.records
    expect(list).toMatchObject([{ itemName: '监护仪', quantity: 2, lineKind: 'device' }])
    expect((await admin.get('/eam/warehouse/enter-list/detail', { id: list[0]!.id })).data).toMatchObject({ model: 'M8' })
  })

  test('makes a card for each piece once it is approved, attached devices below their own', async () => {
    const id = await approved([monitor, { lineKind: 'accessory', itemName: '打印模块', quantity: 6 }])
    const entry = await detail(id)
    const [devices, attached] = entry.lines.map((line) => line.cards ?? [])
    expect([entry.entryStatus, devices!.length, attached!.length]).toEqual(['done', 3, 6])
    const card = (await admin.get('/eam/device/detail', { id: devices![0] })).data
    expect(card).toMatchObject({
      ...{ deviceName: '监护仪', deviceModel: 'M8', originalValue: '12000.10', contractNo: 'HT-1', invoiceNo: 'FP-1' },
      ...{ purchaseDate: '2026-07-01', eamStatus: 'in_stock', useDeptId: home.depts.medicine },
    })
    const parents = await app.sql(
      'select parent_id::text as parent, count(*)::int as n from device where id = any($1::uuid[]) group by 1',
      [attached],
    )
    expect(new Map(parents.map((row) => [row.parent, row.n]))).toEqual(new Map(devices!.map((one) => [one, 2])))
    const codes = await app.sql('select count(distinct device_code)::int as n from device where id = any($1::uuid[])', [
      [...devices!, ...attached!],
    ])
    expect(codes).toEqual([{ n: 9 }])
    expect(await manager.post(`${url}/approve`, { id })).toMatchObject({ status: 409, error: 'wrong_state' })
    expect((await admin.post(`${url}/update`, { id, remark: 'x' })).success).toBe(false)
  })

  test('that two approve at once makes one set of cards', async () => {
    const id = await save([{ ...monitor, itemName: '同时审批' }])
    await admin.post(`${url}/hand-in`, { id })
    const [waiting] = (await manager.get<Page>('/blade-flow/work/todo-list')).data.records
    expect(waiting!.instanceTitle).toMatch(/^\S+ 入库 同时审批 3 件 至 .+ RK-/)
    const answers = await Promise.all([1, 2, 3, 4].map(() => manager.post(`${url}/approve`, { id })))
    expect(answers.filter((one) => one.success)).toHaveLength(1)
    expect(await app.sql(`select count(*)::int as n from device where device_name = '同时审批'`)).toEqual([{ n: 3 }])
  })

  test('makes five hundred cards in one go, and not one more', async () => {
    const id = await approved([{ ...monitor, itemName: '输液泵', quantity: 500 }])
    expect((await detail(id)).lines[0]!.cards).toHaveLength(500)
    const over = await save([{ ...monitor, quantity: 501 }])
    expect((await admin.post(`${url}/hand-in`, { id: over })).msg).toContain('500')
  })

  test('with attached devices that do not fit is not sent', async () => {
    const alone = await save([{ lineKind: 'accessory', itemName: '支架', quantity: 1 }])
    expect(await admin.post(`${url}/hand-in`, { id: alone })).toMatchObject({ success: false, error: 'rule' })
    const uneven = await save([monitor, { lineKind: 'accessory', itemName: '支架', quantity: 4 }])
    expect(await admin.post(`${url}/hand-in`, { id: uneven })).toMatchObject({ success: false, error: 'rule' })
    expect(await detail(uneven)).toMatchObject({ entryStatus: 'draft' })
  })

  test('is cancelled while none of its cards has moved, and takes its stock back [ASSET-ST-WH-3]', async () => {
    const id = await approved([
      monitor,
      { lineKind: 'accessory', itemName: '模块', quantity: 3 },
      { lineKind: 'part', itemName: '袖带', quantity: 4 },
    ])
    const entry = await detail(id)
    expect((await keeper.post(`${url}/cancel`, { id })).success).toBe(false)
    expect((await manager.post(`${url}/cancel`, { id })).msg).toBe('操作成功')
    expect(await detail(id)).toMatchObject({ entryStatus: 'cancelled' })
    const ids = entry.lines.flatMap((line) => line.cards ?? [])
    expect(await app.sql('select count(*)::int as n from device where id = any($1::uuid[]) and not is_deleted', [ids])).toEqual([{ n: 0 }])
    expect(await movements(String(entry.lines[2]!.stockPartId))).toEqual([
      ['entry', 4, 4],
      ['entry', -4, 0],
    ])
    const moved = await approved([monitor])
    const [card] = (await detail(moved)).lines[0]!.cards!
    expect((await admin.post('/eam/device/submit', { id: card, useDeptId: home.depts.bones })).status).toBe(200)
    expect(await manager.post(`${url}/cancel`, { id: moved })).toMatchObject({ success: false, error: 'rule' })
    expect(await detail(moved)).toMatchObject({ entryStatus: 'done' })
  })

  test('is approved by a right of its own, by another person, and stays in its hospital', async () => {
    const id = await save([monitor], manager)
    await manager.post(`${url}/hand-in`, { id })
    expect((await keeper.post(`${url}/approve`, { id })).status).toBe(403)
    expect(await manager.post(`${url}/approve`, { id })).toMatchObject({ success: false, error: 'rule' })
    expect((await admin.post(`${url}/reject`, { id })).status).toBe(400)
    expect((await admin.post(`${url}/reject`, { id, opinion: '发票不符' })).success).toBe(true)
    expect(await detail(id)).toMatchObject({ entryStatus: 'rejected', opinion: '发票不符' })
    const stranger = await app.as('administrator', other)
    expect((await stranger.get(`${url}/detail`, { id })).status).toBe(404)
    expect((await stranger.post(`${url}/approve`, { id })).status).toBe(404)
    expect((await (await app.as('keeper')).get(`${url}/list`)).status).toBe(403)
  })
})

describe('the approval of an entry', () => {
  const waits = async (id: string): Promise<boolean> =>
    (await admin.get<Page>('/blade-flow/work/todo-list', { size: '200' })).data.records.some((one) => one.documentId === id)

  test('waits for its people and ends with the entry', async () => {
    const id = await save([monitor], manager)
    await manager.post(`${url}/hand-in`, { id })
    expect(await waits(id)).toBe(true)
    expect((await manager.post(`${url}/cancel`, { id, reason: '重复' })).msg).toBe('操作成功')
    expect(await waits(id)).toBe(false)
    expect(await detail(id)).toMatchObject({ entryStatus: 'cancelled' })
  })
})

describe('the stock of a part', () => {
  test('is filled by entries and taken by repairs that finish at once, never below zero', async () => {
    const entry = await approved([{ lineKind: 'part', itemName: '电源板', quantity: 5, unitPrice: '300' }])
    const stockPartId = (await detail(entry)).lines[0]!.stockPartId as string
    const lab = repairs(app, admin)
    const orders: string[] = []
    for (let n = 0; n < 10; n++) orders.push(await lab.at('working', await lab.card()))
    const finish = (id: string) => admin.post('/eam/eventtyperepair/finish', { id, ...lab.result, parts: [{ stockPartId, quantity: 1 }] })
    const answers = await Promise.all(orders.map(finish))
    expect(answers.filter((one) => one.success).length, answers[0]!.msg).toBe(5)
    expect(answers.find((one) => !one.success)!.msg).toContain('电源板')
    expect((await movements(stockPartId)).map((one) => one[2]).sort()).toEqual([0, 1, 2, 3, 4, 5])
    expect((await admin.get('/eam/deviceparts/detail', { id: stockPartId })).data.quantity).toBe(0)
    expect(await manager.post(`${url}/cancel`, { id: entry })).toMatchObject({ success: false, error: 'rule' })
    await expect(app.sql('update device_part set quantity = -1 where id = $1', [stockPartId])).rejects.toThrow(/not_negative/)
    await expect(app.sql('update part_movement set quantity = 9 where part_id = $1', [stockPartId])).rejects.toThrow(/not changed/)
  })

  test('keeps a movement for every change by hand', async () => {
    const { id } = (await admin.post('/eam/deviceparts/submit', { partName: '灯泡', quantity: 2 })).data
    await admin.post('/eam/deviceparts/submit', { id, quantity: 7 })
    expect(await movements(id)).toEqual([
      ['adjust', 2, 2],
      ['adjust', 5, 7],
    ])
  })
})
