import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { entries, orders, purchaseLab } from '#tests/harness/purchase-lab.ts'

let app: TestApp
let [admin, manager] = [] as unknown as [Client, Client]
let lab: ReturnType<typeof purchaseLab>

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  lab = purchaseLab(admin)
})
afterAll(() => app.stop())

const [origins, measure] = ['/eam/purchase-origin', '/eam/measure/purchased-devices']

/** So many monitors come in at a price; answers their origins. */
async function bought(supplierId: string, warehouseId: string, quantity: number, unitPrice: string, model = 'M8'): Promise<Row[]> {
  const planId = await lab.plan([{ deviceName: '走势监护仪', model, quantity, unitPrice }])
  const id = await lab.saved(orders, { planId, supplierId, warehouseId })
  await lab.done(orders, 'place', id)
  await lab.accepted(await lab.received(id, quantity))
  const [entry] = await app.sql('select id from warehouse_entry where plan_id = $1', [planId])
  await lab.done(entries, 'hand-in', String(entry!.id))
  await lab.done(entries, 'approve', String(entry!.id), {}, manager)
  return lab.list(origins, { orderId: id, columns: 'modelKey,enteredOn,dept,device,deviceClass' })
}
const figures = async (asked: Record<string, string>) => {
  const { data } = await manager.get<Row & { rows: Row[] }>(measure, asked)
  return data.rows.map(({ key, values }) => [key, values] as const)
}

test('spending is told by supplier, department and class of the card, and the mean price of a model to the cent', async () => {
  const [supplierId, warehouseId] = [await lab.supplier('走势公司'), await lab.warehouse()]
  const first = await bought(supplierId, warehouseId, 3, '99.99')
  const second = await bought(supplierId, warehouseId, 1, '120.00', ' m8 ')
  const other = await bought(supplierId, warehouseId, 1, '500.00', 'M80')
  expect(first[0]).toMatchObject({ enteredOn: lab.today, deptId: home.depts.medicine, deviceClassId: null })
  expect(await figures({ group: 'supplier', supplierId })).toMatchObject([[supplierId, { count: 5, amount: '919.97' }]])
  expect(await figures({ group: 'dept', supplierId })).toMatchObject([[home.depts.medicine, { amount: '919.97' }]])
  // One model, however it is written; another one that begins with the same letters is another.
  expect(second[0]!.modelKey).toBe(first[0]!.modelKey)
  expect(other[0]!.modelKey).not.toBe(first[0]!.modelKey)
  const modelKey = String(first[0]!.modelKey)
  expect(await figures({ group: 'month', modelKey })).toMatchObject([[expect.any(String), { count: 4, price: 104.99 }]])
  // The class is that of the card, also after it has changed.
  const deviceClass = await lab.saved('/eam/device-class', { className: '走势分类', classCode: '98' })
  expect((await admin.post('/eam/device/submit', { id: first[0]!.deviceId, classifyId: deviceClass })).msg).toBe('操作成功')
  expect(await figures({ group: 'deviceClass', supplierId, deviceClassId: deviceClass })).toMatchObject([
    [deviceClass, { amount: '99.99' }],
  ])
})
