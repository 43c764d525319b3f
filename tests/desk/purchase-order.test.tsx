import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { byRole, byRoleAll, click, field, openDesk, press, search, shownText, type, until } from '#tests/harness/desk.tsx'
import { dialog, done, found, made, rowWith } from '#tests/harness/desk-acts.ts'

const app = await appForFile()
const manager = await app.signIn('100001', 'manager', 'ward2026')
const admin = await app.signIn('100001', 'admin', 'ward2026')
const today = homeDay(new Date())

const planned = async () => {
  const dept = (await manager.get<Page>('/blade-system/dept/list', { size: 1 })).data.records[0]!.id
  const lines = [{ deviceName: '转运监护仪', quantity: 2, unitPrice: '300.00' }]
  const plan = await made(manager, '/eam/device-purchase-plan/submit', { planYear: 2030, deptId: dept, lines })
  await done(manager, '/eam/device-purchase-plan/approve', { id: plan })
  const supplier = await made(manager, '/eam/supplierinfo/submit', { supplierName: '桌面供应商', supplierKind: 'dealer' })
  const warehouse = await made(manager, '/eam/plc/warehouse/submit', { warehouseName: '桌面收货库', deptId: dept })
  return { plan, supplier, warehouse }
}
/** The topmost record with a section of this name. */
const record = (section: string) => byRoleAll('dialog').findLast((one) => byRole('region', section, one))
const sure = async (): Promise<void> => click(await until(() => byRoleAll('button', '确定').at(-1), 'the question'))

test('a plan is ordered on its page, and its order placed and received on the page of the order', async () => {
  const { plan } = await planned()
  const desk = await openDesk(app, manager, `/eam/purchase-plan?open=${plan}`)
  await until(() => record('计划明细'), 'the plan')
  click(await desk.find('button', '生成采购订单', record('计划明细')))
  await search(await until(() => field('供应商', dialog()), 'the supplier'), '桌面供应商')
  await search(field('收货库房', dialog())!, '桌面收货库')
  await sure()
  const row = await rowWith('桌面供应商', () => byRole('region', '采购订单', record('计划明细')))
  expect(shownText(row)).toContain('¥600.00')
  const [order] = (await manager.get<Page>('/eam/purchase-order/list', { planId: plan })).data.records

  const next = await openDesk(app, manager, `/eam/purchase-order?open=${order!.id}`)
  await until(() => record('订单明细'), 'the order')
  click(await next.find('button', '下单', record('订单明细')))
  await sure()
  click(await until(() => byRoleAll('button', '登记到货').findLast((one) => !one.matches(':disabled')), 'the button of an arrival'))
  const day = await until(() => field('到货日期', dialog()), 'the day')
  type(day, today)
  press('Enter', day)
  await sure()
  const arrivals = await found('region', '到货单', () => record('订单明细'))
  await until(() => /DH-\d{4}-\d{6}/.test(shownText(arrivals)), 'the arrival')
  await until(() => shownText(arrivals).includes('草稿'), 'its state')
})

test('the card of an accepted device leads back to its order, and the order to its cards', async () => {
  const { plan, supplier, warehouse } = await planned()
  const order = await made(manager, '/eam/purchase-order/submit', { planId: plan, supplierId: supplier, warehouseId: warehouse })
  await done(manager, '/eam/purchase-order/place', { id: order })
  const arrival = await made(manager, '/eam/order-arrival/submit', { orderId: order, receivedOn: today })
  await done(manager, '/eam/order-arrival/receive', { id: arrival })
  const points = { packing: 'ok', accessories: 'ok', powerOn: 'ok', functions: 'ok', documents: 'ok', training: 'ok' }
  const signers = { deptSigner: '护士长', engineerSigner: '王工', supplierSigner: '李经理' }
  await done(manager, '/eam/order-arrival/accept', { id: arrival, acceptedOn: today, ...points, ...signers })
  const [entry] = (await manager.get<Page>('/eam/warehouse/enter/list', { arrivalId: arrival })).data.records
  await done(manager, '/eam/warehouse/enter/hand-in', { id: entry!.id })
  await done(admin, '/eam/warehouse/enter/approve', { id: entry!.id })
  const [origin] = (await manager.get<Page>('/eam/purchase-origin/list', { orderId: order })).data.records
  const { orderNo } = (await manager.get('/eam/purchase-order/detail', { id: order })).data

  const desk = await openDesk(app, manager, `/eam/device/${origin!.deviceId}?tab=origin`)
  await desk.see(String(orderNo))
  // Beside it, what the same model cost over time.
  await desk.find('figure', '同型号单价走势')
  const back = await openDesk(app, manager, `/eam/purchase-order?open=${order}`)
  const cards = await found('region', '采购来源', () => record('订单明细'))
  await until(() => cards.querySelectorAll('tbody .ant-table-row').length === 2, 'both cards')
  await back.see('转运监护仪')
  // A price that the hospital hides has no history.
  const show = (isShow: 0 | 1) =>
    manager.post('/osm/industry-config/tenant-update', { entity: 'purchaseOrigin', fields: [{ fieldCode: 'unitPrice', isShow }] })
  expect((await show(0)).success).toBe(true)
  const bare = await openDesk(app, manager, `/eam/device/${origin!.deviceId}?tab=origin`)
  await bare.see(String(orderNo))
  await bare.settled()
  expect(byRole('figure', '同型号单价走势')).toBeUndefined()
  expect(bare.requests.filter(({ path }) => path.startsWith('/eam/measure/purchased-devices'))).toEqual([])
  expect((await show(1)).success).toBe(true)
})

test('an order of which a part was cancelled says by how much its instalments are too much', async () => {
  const { plan, supplier, warehouse } = await planned()
  const parts = [{ instalmentName: '全款', dueOn: '2030-01-01', share: 100 }]
  const draft = { planId: plan, supplierId: supplier, warehouseId: warehouse, instalments: parts }
  const order = await made(manager, '/eam/purchase-order/submit', draft)
  await done(manager, '/eam/purchase-order/place', { id: order })
  const { lines } = (await manager.get<{ lines: Row[] }>('/eam/purchase-order/detail', { id: order })).data
  const one = [{ orderLineId: lines[0]!.id, receivedQuantity: 1 }]
  const arrival = await made(manager, '/eam/order-arrival/submit', { orderId: order, receivedOn: today, lines: one })
  await done(manager, '/eam/order-arrival/receive', { id: arrival })
  const points = { packing: 'ok', accessories: 'ok', powerOn: 'ok', functions: 'ok', documents: 'ok', training: 'ok' }
  const signers = { deptSigner: '护士长', engineerSigner: '王工', supplierSigner: '李经理' }
  await done(manager, '/eam/order-arrival/accept', { id: arrival, acceptedOn: today, ...points, ...signers })
  const before = await openDesk(app, manager, `/eam/purchase-order?open=${order}`)
  await until(() => record('订单明细'), 'the order')
  await before.settled()
  expect(shownText(record('订单明细'))).not.toContain('超出应付金额')
  await done(manager, '/eam/purchase-order/cancel-rest', { id: order, endReason: '停产' })
  await openDesk(app, manager, `/eam/purchase-order?open=${order}`)
  await until(() => record('订单明细') && shownText(record('订单明细')).includes('超出应付金额 300.00 元'), 'the difference')
})

test('a form asks no optional link of who may not list its rows', async () => {
  const store = await app.signIn('100001', 'warehouse', 'ward2026')
  for (const [who, isAsked] of [
    [store, false],
    [manager, true],
  ] as const) {
    const desk = await openDesk(app, who, '/eam/purchase-plan')
    click(await desk.find('button', /新增/))
    await until(() => dialog() && field(/年度/, dialog()), 'the form')
    expect(field(/采购预算/, dialog()) !== undefined).toBe(isAsked)
  }
})
