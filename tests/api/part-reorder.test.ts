import { describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const [admin, manager, engineer, neighbour] = (await Promise.all([
  app.as('administrator'),
  app.as('equipment_manager'),
  app.as('engineer'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client]
const [parts, plans] = ['/eam/deviceparts', '/eam/device-purchase-plan']
const deptId = home.depts.medicine
let serial = 0

const part = async (more: object): Promise<string> => {
  const answer = await admin.post(`${parts}/submit`, { partName: `补货件${++serial}`, partModel: 'M1', unitPrice: '12.50', ...more })
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}
const of = async (id: string): Promise<Row> => (await admin.get<Row>(`${parts}/detail`, { id })).data
const order = (ids: string[], who = manager) => who.post(`${plans}/of-parts`, { ids, deptId })
const listed = async (): Promise<string[]> =>
  (await admin.get<Page>(`${parts}/list`, { reorder: 'due,ordered', size: 200 })).data.records.map(({ id }) => id)

describe('the reorder list', () => {
  test('names parts at or below their minimum with what brings them to twice of it', async () => {
    const [at, above, without] = [
      await part({ quantity: 5, minimum: 5 }),
      await part({ quantity: 6, minimum: 5 }),
      await part({ quantity: 0 }),
    ]
    expect(await of(at)).toMatchObject({ reorder: 'due', suggested: 5, ordered: null })
    expect(await of(above)).toMatchObject({ reorder: 'none', suggested: null })
    const reserved = await admin.post('/eam/part-reservation/submit', { purpose: '备件', partId: above, quantity: 3 })
    expect(reserved.msg).toBe('操作成功')
    expect(await of(above)).toMatchObject({ reorder: 'due', suggested: 7 })
    const ids = await listed()
    expect([at, above, without].map((id) => ids.includes(id))).toEqual([true, true, false])
    const page = await app.sql('select count(*)::int as n from device_part where tenant_id = $1 and reorder = $2 and not is_deleted', [
      home.tenant,
      'due',
    ])
    const { data } = await manager.get<{ code: string; count: number }[]>('/eam/home-page/processed')
    expect(data.find(({ code }) => code === 'supply.reorder')?.count).toBe(page[0]!.n)
  })

  test('makes a draft plan of ticked rows, which are not proposed again until it ends', async () => {
    const ids = [await part({ quantity: 1, minimum: 4, manufacturer: '迈瑞' }), await part({ quantity: 0, minimum: 1 })]
    const made = await order(ids)
    expect(made.msg).toBe('操作成功')
    const plan = (await admin.get<Row>(`${plans}/detail`, { id: made.data.id })).data
    expect(plan).toMatchObject({ planStatus: 'draft', deptId, lineCount: 2, plannedTotal: '112.50' })
    expect((plan.lines as Row[]).map((line) => [line.stockPartId, line.quantity, line.unitPrice, line.maker])).toEqual(
      expect.arrayContaining([
        [ids[0], 7, '12.50', '迈瑞'],
        [ids[1], 2, '12.50', null],
      ]),
    )
    expect(await of(ids[0]!)).toMatchObject({ reorder: 'ordered', ordered: 7, suggested: null })
    const again = await order([ids[0]!])
    expect([again.status, again.msg]).toEqual([400, expect.stringContaining('已列入未完成的采购计划')])
    expect((await order([await part({ quantity: 9, minimum: 4 })])).msg).toContain('无需采购')
    expect((await manager.post(`${plans}/remove`, { ids: made.data.id })).msg).toBe('操作成功')
    expect(await of(ids[0]!)).toMatchObject({ reorder: 'due', ordered: null, suggested: 7 })
  })

  test('of two people at once one makes the plan and the other is told; nothing of theirs is left', async () => {
    const [shared, own] = [await part({ quantity: 0, minimum: 3 }), await part({ quantity: 0, minimum: 3 })]
    const answers = await Promise.all([order([shared]), order([own, shared], admin), order([shared])])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { success, msg } of answers) if (!success) expect(msg).toContain('已列入未完成的采购计划')
    const lines = (await admin.get<Page>('/eam/device-purchase-plan-list/list', { stockPartId: shared })).data
    expect(lines.total).toBe(1)
    expect((await of(own)).reorder).toBe(answers[1]!.success ? 'ordered' : 'due')
  })

  test('counts what came in by the plan no longer as ordered', async () => {
    const id = await part({ quantity: 0, minimum: 2 })
    const planId = (await order([id])).data.id
    expect((await manager.post(`${plans}/approve`, { id: planId })).msg).toBe('操作成功')
    const warehouseId = (await admin.post('/eam/plc/warehouse/submit', { warehouseName: `补货库${++serial}` })).data.id
    const { partName } = await of(id)
    const lines = [{ lineKind: 'part', itemName: partName, stockPartId: id, quantity: 1, unitPrice: '12.50' }]
    const entry = (await admin.post('/eam/warehouse/enter/save', { warehouseId, deptId, entryDate: '2026-07-01', planId, lines })).data.id
    expect((await admin.post('/eam/warehouse/enter/hand-in', { id: entry })).msg).toBe('操作成功')
    expect((await manager.post('/eam/warehouse/enter/approve', { id: entry })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 1, ordered: 3, reorder: 'ordered' })
    expect((await manager.post('/eam/warehouse/enter/cancel', { id: entry })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 0, ordered: 4 })
    expect((await manager.post(`${plans}/cancel`, { id: planId, reason: '不买了' })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ ordered: null, reorder: 'due', suggested: 4 })
  })

  test('fills the stock with what an order of the plan brings, counts each piece once, and makes no card of it', async () => {
    const [id, twin] = [
      await part({ partName: '同名传感器', partModel: 'S1', quantity: 1, minimum: 2 }),
      await part({ partName: '同名传感器', partModel: 'S2', quantity: 0, minimum: 1 }),
    ]
    const planId = (await order([id, twin])).data.id
    expect((await manager.post(`${plans}/approve`, { id: planId })).msg).toBe('操作成功')
    const warehouseId = (await admin.post('/eam/plc/warehouse/submit', { warehouseName: `订货库${++serial}`, deptId })).data.id
    const supplierId = (await admin.post('/eam/supplierinfo/submit', { supplierName: `配件商${serial}`, supplierKind: 'dealer' })).data.id
    const bought = (await admin.post('/eam/purchase-order/submit', { planId, supplierId, warehouseId })).data.id
    expect((await admin.post('/eam/purchase-order/place', { id: bought })).msg).toBe('操作成功')
    expect([await of(id), await of(twin)]).toMatchObject([{ ordered: 3 }, { ordered: 2 }])
    const arrival = (await admin.post('/eam/order-arrival/submit', { orderId: bought, receivedOn: '2026-07-01' })).data.id
    expect((await admin.post('/eam/order-arrival/receive', { id: arrival })).msg).toBe('操作成功')
    const found = {
      ...{ acceptedOn: '2026-07-02', packing: 'ok', accessories: 'ok', powerOn: 'ok', functions: 'ok', documents: 'ok', training: 'none' },
      ...{ deptSigner: '护士长', engineerSigner: '王工', supplierSigner: '李经理' },
    }
    expect((await admin.post('/eam/order-arrival/accept', { id: arrival, ...found })).msg).toBe('操作成功')
    const [entry] = await app.sql('select id from warehouse_entry where arrival_id = $1', [arrival])
    expect((await admin.post('/eam/warehouse/enter/hand-in', { id: entry!.id })).msg).toBe('操作成功')
    expect((await manager.post('/eam/warehouse/enter/approve', { id: entry!.id })).msg).toBe('操作成功')
    expect(await of(id)).toMatchObject({ quantity: 4, ordered: null, reorder: 'none', stockValue: '50.00' })
    expect(await of(twin)).toMatchObject({ quantity: 2, ordered: null, reorder: 'none', stockValue: '25.00' })
    expect(await app.sql('select id from device where device_name = $1', ['同名传感器'])).toEqual([])
  })

  test('is made into plans by who plans purchases alone, and of their own hospital', async () => {
    const id = await part({ quantity: 0, minimum: 1 })
    expect((await order([id], engineer)).status).toBe(403)
    expect((await order([id], neighbour)).success).toBe(false)
    expect(await of(id)).toMatchObject({ reorder: 'due', ordered: null })
    expect((await manager.post(`${plans}/of-parts`, { ids: [], deptId })).status).toBe(400)
  })
})
